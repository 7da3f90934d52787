import type { Page } from 'playwright-core'
import { button, heading, link, list, menuItem, expectVisible } from '../find.ts'
import type { Screen } from '../grid.ts'

const card = (page: Page) => link(list(page, 'Tags'), /^sea/)
async function onCard(page: Page, action: 'Edit' | 'Delete') {
  await button(page, 'Actions for sea').click()
  await menuItem(page, action).click()
}

/** Requires a tag 'sea'. */
export const tags: Screen[] = [
  { name: 'tags', path: '/tags', reach: page => expectVisible(card(page)) },
  { name: 'menu of a tag', path: '/tags', reach: page => button(page, 'Actions for sea').click() },
  { name: 'editing a tag', path: '/tags', reach: page => onCard(page, 'Edit') },
  { name: 'colors', path: '/tags', reach: page => button(page, 'Color: Blue').click() },
  { name: 'no tags found', path: '/tags?q=fog', reach: page => expectVisible(heading(page, 'No tags found')) },
  {
    name: 'photos of a tag',
    path: '/tags',
    async reach(page) {
      await card(page).click()
      await expectVisible(heading(page, 'sea'))
    },
  },
  { name: 'no such tag', path: '/tags?tag=never', reach: page => expectVisible(heading(page, 'Tag not found')) },
]
