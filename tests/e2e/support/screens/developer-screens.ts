import type { Page } from 'playwright-core'
import { button, dialog, field, heading, region, expectVisible, byText } from '../find.ts'
import type { Screen } from '../grid.ts'

const openVault = (page: Page) => button(page, 'New Token').click()

/** For a user with API access and a token named 'Nightly upload'. */
export const developers: Screen[] = [
  { name: 'developers', path: '/developers', reach: page => expectVisible(heading(page, 'Developers')) },
  {
    name: 'list of developer pages',
    path: '/developers/authentication',
    async reach(page, isPhone) {
      await expectVisible(heading(page, 'Authentication'))
      if (isPhone) await page.locator('summary').first().click()
    },
  },
  { name: 'quickstart', path: '/developers/quickstart', reach: page => expectVisible(heading(page, 'Share it')) },
  {
    name: 'an endpoint',
    path: '/developers/endpoints',
    reach: page => button(page, /^POST \/webhooks Create/).click(),
  },
  {
    name: 'code of a use case',
    path: '/developers/scenarios',
    async reach(page) {
      await button(page, /^Show Code: Back up/).click()
      await expectVisible(region(page, 'back-up.py'))
    },
  },
  {
    name: 'explorer with an answer',
    path: '/developers/explorer?endpoint=getVersion',
    async reach(page) {
      await button(page, 'Execute Request').click()
      await expectVisible(byText(page, '200 OK'))
    },
  },
  {
    name: 'explorer with a form and an error',
    path: '/developers/explorer?endpoint=uploadImage',
    async reach(page) {
      await button(page, 'Execute Request').click()
      await expectVisible(page.getByRole('alert'))
    },
  },
  { name: 'vault', path: '/developers/vault', reach: page => expectVisible(button(page, 'Revoke Nightly upload')) },
  { name: 'new token', path: '/developers/vault', reach: openVault },
  {
    name: 'token shown once',
    path: '/developers/vault',
    async reach(page) {
      await openVault(page)
      await button(page, 'Create Token').click()
      await expectVisible(dialog(page, 'Your New Token'))
    },
  },
  {
    name: 'new webhook',
    path: '/developers/webhooks',
    async reach(page) {
      await button(page, 'New Webhook').click()
      await field(page, 'URL').fill('https://studio.example/hooks')
    },
  },
]
