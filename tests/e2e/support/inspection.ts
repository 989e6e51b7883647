import { checkScreen } from './axe.ts'
import type { Person, PersonOptions } from './person.ts'
import type { Stage } from './stage.ts'

export interface Inspection {
  person: Person
  /** Checks the page as it stands. */
  look(label: string): Promise<void>
  /** Opens an address, waits for these words in a heading, and checks. */
  visit(path: string, heading: string | RegExp, label?: string): Promise<void>
  problems: string[]
}

/** A person whose screens are looked at. `expected` are complaints of the console that the story provokes. */
export async function inspect(
  stage: Stage,
  expected: RegExp[] = [],
  { context }: PersonOptions = {},
): Promise<Inspection> {
  const person = await stage.person({ expected, context: { ...context, reducedMotion: 'reduce' } })
  const problems: string[] = []
  const look = async (label: string) => void problems.push(...(await checkScreen(person.page, label)))
  return {
    person,
    problems,
    look,
    async visit(path, heading, label = path) {
      await person.open(path)
      await person.page.getByRole('heading', { name: heading }).first().waitFor()
      await look(label)
    },
  }
}
