/**
 * What Playwright's pages and locators share with those of tests/screens: helpers that use only this work with both.
 */
export interface UiElement {
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): UiElement
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): UiElement
  click(): Promise<void>
  fill(text: string): Promise<void>
  check(): Promise<void>
  setChecked(checked: boolean): Promise<void>
  inputValue(): Promise<string>
  isChecked(): Promise<boolean>
}

export type UiPage = Pick<UiElement, 'getByRole' | 'getByLabel'>
