import { checkScreen } from './axe.ts'
import type { Screens } from './screens.ts'
import type { User, UserOptions } from './user.ts'

export interface Inspection {
  user: User
  /** Checks the current page. */
  look(label: string): Promise<void>
  /** Opens an address, waits for this text in a heading, and checks the page. */
  visit(path: string, heading: string | RegExp, label?: string): Promise<void>
  problems: string[]
}

/** Creates a user whose screens are checked. `expected` lists console complaints that the test provokes. */
export async function inspect(
  screens: Screens,
  expected: RegExp[] = [],
  { context }: UserOptions = {},
): Promise<Inspection> {
  const user = await screens.user({ expected, context: { ...context, reducedMotion: 'reduce' } })
  const problems: string[] = []
  const look = async (label: string) => void problems.push(...(await checkScreen(user.page, label)))
  return {
    user,
    problems,
    look,
    async visit(path, heading, label = path) {
      await user.open(path)
      await user.page.getByRole('heading', { name: heading }).first().waitFor()
      await look(label)
    },
  }
}
