import type { Locator, Page } from 'playwright-core'
import { pollUntil } from '@daymark/testing/outside'

type Place = Page | Locator
type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

/** Locators by role and accessible name. A string matches the whole name. */
const named = (role: Role) => (at: Place, name: Name) => at.getByRole(role, { name, exact: typeof name === 'string' })

export const button = named('button')
export const link = named('link')
export const field = named('textbox')
export const numberField = named('spinbutton')
export const checkbox = named('checkbox')
export const comboBox = named('combobox')
export const heading = named('heading')
export const list = named('list')
export const menuItem = named('menuitem')
export const dialog = named('dialog')
export const region = named('region')
export const group = named('group')
export const toolbar = named('toolbar')
export const progress = named('progressbar')
export const navigation = named('navigation')
export const picture = named('img')
export const status = named('status')

export const byText = (at: Place, text: Name) => at.getByText(text, { exact: typeof text === 'string' })
export const alertMessage = (at: Place) => at.getByRole('alert')

export const expectVisible = (thing: Locator) => thing.first().waitFor({ state: 'visible' })
export const expectCount = (things: Locator, count: number) =>
  pollUntil(async () => expect(await things.count()).toBe(count))
export const expectHidden = (thing: Locator) => thing.first().waitFor({ state: 'hidden' })
