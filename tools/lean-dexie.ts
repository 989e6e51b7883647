import type { Plugin } from 'vite'

const DEXIE = /dexie\/dist\/modern\/dexie\.mjs$/

/** What goes, in the words of Dexie's file. The bundler then leaves out whatever only this used. */
const UNUSED: readonly RegExp[] = [
  // Its cache of live queries, which createDatabase switches off, and hooks, which the app has none of.
  /^ {8}this\.use\(cacheMiddleware\);\n/m,
  /^ {8}this\.use\(hooksMiddleware\);\n/m,
  /^ {4}getObjectDiff: getObjectDiff,\n/m,
  // Keys are compared as they are.
  /^ {4}startsWithIgnoreCase\(str\) \{\n[\s\S]*?^ {4}\}\n/m,
  /^ {4}equalsIgnoreCase\(str\) \{\n[\s\S]*?^ {4}\}\n/m,
  /^ {4}anyOfIgnoreCase\(\) \{\n[\s\S]*?^ {4}\}\n/m,
  /^ {4}startsWithAnyOfIgnoreCase\(\) \{\n[\s\S]*?^ {4}\}\n/m,
  // What stands in for async functions where a language has none.
  /^ {4}async: function \(generatorFn\) \{\n[\s\S]*?^ {4}\},\n/m,
  /^ {4}spawn: function \(generatorFn, args, thiz\) \{\n[\s\S]*?^ {4}\},\n/m,
  // It is on by itself on localhost, and then follows every request for the developer tools.
  /^ {4}debug: \{\n[\s\S]*?^ {4}\},\n/m,
  /^setDebug\(debug\);\n/m,
  /^function setDebug\([\s\S]*?^\}\n/m,
]
const DEBUG = /^var debug = [^;]*;\n/m

/**
 * Lets a build leave out parts of Dexie that nothing uses: it is one class and one object, which a bundler keeps whole.
 * Together 4 kB of every start of a user.
 */
export function leanDexie(): Plugin {
  return {
    name: 'lean-dexie',
    apply: 'build',
    transform(code, id) {
      if (!DEXIE.test(id)) return null
      const lean = UNUSED.reduce((rest, part) => {
        if (!part.test(rest)) throw new Error(`${id} no longer has ${part}`)
        return rest.replace(part, '')
      }, code)
      if (!DEBUG.test(lean)) throw new Error(`${id} no longer has ${DEBUG}`)
      return lean.replace(DEBUG, 'const debug = false;\n')
    },
  }
}
