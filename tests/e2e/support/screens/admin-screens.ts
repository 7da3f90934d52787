import { button, dialog, heading, region, expectVisible, byText } from '../find.ts'
import type { Screen } from '../grid.ts'

/** For a super_admin; `member` is the id of another user. */
export const administration = (user: string): Screen[] => [
  { name: 'admin overview', path: '/admin', reach: page => expectVisible(region(page, 'Disk')) },
  {
    name: 'admin users',
    path: '/admin/users',
    reach: page => expectVisible(page.getByRole('table', { name: 'Users' })),
  },
  {
    name: 'admin form of a user',
    path: '/admin/users',
    async reach(page, isPhone) {
      if (isPhone) await button(page, 'Create User').click()
      await expectVisible(region(page, 'Create User'))
    },
  },
  {
    name: 'admin reset of a password',
    path: '/admin/users',
    async reach(page) {
      await button(page, /^Reset password of/)
        .first()
        .click()
      await expectVisible(dialog(page, 'Reset Password'))
    },
  },
  {
    name: 'admin one user',
    path: `/admin/users/${user}`,
    reach: page => expectVisible(region(page, 'Access')),
  },
  {
    name: 'admin suspending',
    path: `/admin/users/${user}`,
    async reach(page) {
      await button(region(page, 'Access'), 'Suspend').click()
      await expectVisible(dialog(page, 'Suspend'))
    },
  },
  {
    name: 'admin activity',
    path: '/admin/activity',
    reach: page => expectVisible(page.getByRole('table', { name: 'Activity' })),
  },
  {
    name: 'admin audit log',
    path: '/admin/activity/audit',
    async reach(page) {
      await button(page, 'Verify').click()
      await expectVisible(byText(page, /^The log is intact/))
      await expectVisible(page.getByRole('table', { name: 'Audit log' }))
    },
  },
  {
    name: 'admin system',
    path: '/admin/system',
    async reach(page) {
      await expectVisible(page.getByRole('table', { name: 'Services' }))
      await expectVisible(page.getByRole('table', { name: 'Settings' }))
      await expectVisible(heading(page, 'Announcements'))
    },
  },
]
