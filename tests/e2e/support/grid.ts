import type { Page } from 'playwright-core'
import { button, checkbox, list } from './find.ts'

/** A photo in the grid that is ready: while it is being prepared its name says so. */
export const tile = (page: Page, name: string) => button(page, `Open ${name}`)

/** A gallery draws only what is near the screen. */
export const toPhotos = (page: Page) => list(page, 'Photos').evaluate(photos => photos.scrollIntoView())

/** What the grid shows, in its order. */
export async function tileNames(page: Page, label = /^Photos/): Promise<string[]> {
  const labels = await page
    .getByRole('list', { name: label })
    .getByRole('button', { name: /^Open / })
    .allInnerTexts()
  return labels.map(text => text.replace(/^Open\s*/, '').trim())
}

/** Begins to select and selects these. */
export async function select(page: Page, ...names: string[]): Promise<void> {
  await button(page, 'Select Images').click()
  for (const name of names) await checkbox(page, `Select ${name}`).check()
}
