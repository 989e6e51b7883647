/** What is used here of Playwright's pages and of those of tests/screens. */
interface User {
  readonly page: {
    getByRole(role: 'button' | 'menuitem', options: { name: string | RegExp }): { first(): { click(): Promise<void> } }
  }
}

/** Chooses an item of the menu on a document's card; without a name, on the first card. */
export async function fromDocumentMenu({ page }: User, item: string, document = ''): Promise<void> {
  await page
    .getByRole('button', { name: `More for ${document}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).first().click()
}
