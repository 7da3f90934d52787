import { button, heading, region, expectVisible } from '../find.ts'
import type { Screen } from '../grid.ts'

/** For a visited and an unvisited link. */
export const analytics = (visited: string, unvisited: string): Screen[] => [
  {
    name: 'analytics',
    path: visited,
    async reach(page) {
      await expectVisible(region(page, 'Recent visits'))
      await expectVisible(page.getByRole('figure', { name: 'Hours of the day' }))
    },
  },
  {
    name: 'analytics as tables',
    path: visited,
    async reach(page) {
      await expectVisible(page.getByRole('figure', { name: 'Hours of the day' }))
      // a pressed button is named 'Show as chart'
      const toggles = button(page, 'Show as table')
      for (let left = await toggles.count(); left > 0; left--) await toggles.first().click()
    },
  },
  { name: 'analytics without visits', path: unvisited, reach: page => expectVisible(heading(page, 'No visits yet')) },
  {
    name: 'analytics of no link',
    path: '/shares/never-was/analytics',
    reach: page => expectVisible(heading(page, 'The analytics could not be loaded')),
  },
]

export const lockedAnalytics = (path: string): Screen[] => [
  { name: 'analytics below professional', path, reach: page => expectVisible(heading(page, 'Professional Feature')) },
]
