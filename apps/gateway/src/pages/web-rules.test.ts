import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREEN_PATTERN } from './web-rules.ts'

const web = join(import.meta.dirname, '../../../web/src')
const readSource = (file: string) => readFileSync(join(web, file), 'utf8')
const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one)
const isScreen = (path: string) => new RegExp(SCREEN_PATTERN).test(path)

it('the pattern of screens matches every route of the web application and no other path', () => {
  const routes = findMatches(readSource('app/routes.tsx'), /'(\/[^'*]*)'/g).map(path => path.replaceAll(/:\w+/g, 'x'))
  const developers = findMatches(readSource('features/developers/frame/pages.ts'), /createPage\('([^']*)'/g).map(
    one => `/developers/${one}`,
  )
  const mails = findMatches(readSource('features/sign-in/links/mail-link.page.tsx'), /^ {4}'?([a-z-]+)'?: </gm).map(
    one => `/mail/${one}`,
  )
  const admin = findMatches(readSource('features/admin/admin.page.tsx'), /\{ id: '([^']*)'/g).map(
    one => `/admin/${one}`,
  )
  expect([routes.length, developers.length, mails.length, admin.length]).toEqual([22, 8, 5, 4])
  const known = [...routes.filter(path => path !== '/mail/x'), ...developers, ...mails, ...admin, '/studio/ada']
  expect(known.filter(path => !isScreen(path))).toEqual([])
  expect(['/admin/users/x', '/admin/activity/audit', '/albums/'].filter(path => !isScreen(path))).toEqual([])
  const others = [
    '/no',
    '/Photos',
    '/SHARE/x',
    '/developers/Explorer',
    '/photos/1',
    '/share',
    '/share/a/b',
    '/mail/x',
    '/developers/x',
    '/admin/x',
    '/.well-known/x',
  ]
  expect(others.filter(isScreen)).toEqual([])
})
