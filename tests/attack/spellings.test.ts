import { type http, routes } from '@daymark/contracts'
import type { SignedInUser } from '../support/accounts.ts'
import { install, type Installation } from '../support/installation.ts'
import { head, send } from './support/raw.ts'

/** All routes, so new ones are covered automatically. */
const all = Object.values(routes).map(({ method, path, auth }) => ({
  method,
  path: path.replace(/:\w+/g, 'some-id'),
  isOpen: auth === 'open' || auth === 'share',
}))
const guarded = all.filter(({ isOpen }) => !isOpen)

const encoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`
/** Spellings that a guard and the router might read differently. */
const spellings = (path: string): string[] => [
  path.toUpperCase(),
  path.replace(/^\/(.)/, (_, letter: string) => `/${letter.toUpperCase()}`),
  path.replace(/[^/]$/, letter => (letter.toUpperCase() === letter ? letter.toLowerCase() : letter.toUpperCase())),
  path.replace(/^\/(.)/, (_, letter: string) => `/${encoded(letter)}`),
  path.replace(/[^/]$/, encoded),
  path.replaceAll(/[a-z]/g, encoded),
  `${path}/`,
  `${path}//`,
  `/${path}`,
  path.replaceAll('/', '//'),
  `/.${path}`,
  `/x/..${path}`,
  `/%2e%2e${path}`,
  `${path}/.`,
  `${path}/x/..`,
  `${path}/%2e`,
  path.replace(/(.)\//, '$1\\'),
  path.replace(/(.)\//, '$1%2f'),
  path.replace(/(.)\//, '$1%5c'),
  `${path};x=1`,
  `${path}%20`,
  `${path}%00`,
  `${path}.json`,
]

let place: Installation
let user: SignedInUser
beforeAll(async () => {
  place = await install('memory', { DAYMARK_LOG_LEVEL: 'info' })
  user = await place.createUser()
})
afterAll(() => place?.stop())

const ask = async (method: string, path: string, headers: Record<string, string> = {}) => ({
  path,
  status: (await send(place.url, head(method, path, { ...headers, Connection: 'close' }))).status,
})

it('no spelling of a share link address puts its token into the log', async () => {
  const { body: album } = await user.post<http.Album>('/api/albums', { title: 'Shared' })
  const { body: link } = await user.post<http.Share>('/api/shares', { album_id: album.id })
  const token = new URL(link.url).pathname.split('/').pop() ?? ''
  const twisted = encoded(token[0] ?? '') + token.slice(1)
  for (const path of [
    '/share/',
    '/Share/',
    '/SHARE//',
    '/api/shares/public/',
    '/api/shares/PUBLIC/',
    '/API/Shares/Public/',
    '/no/such/place/',
  ])
    for (const [spelling, tail] of [
      [token, ''],
      [token, '/'],
      [token, '/unlock'],
      [token, '/download?x=1'],
      [twisted, ''],
    ])
      await ask('GET', `${path}${spelling}${tail}`)
  for (const path of ['/media/share/sm/a.jpg?token=', '/media/share/sm/a.jpg?TOKEN=', '/MEDIA/share/sm/a.jpg?token='])
    await ask('GET', path + token)
  expect((await ask('GET', `/api/shares/public/${token}`)).status).toBe(200)
  const [server] = place.servers
  expect(server?.log).toContain('"path":"/api/shares/PUBLIC/')
  expect(server?.log).not.toContain(token.slice(1))
})

it('every guarded route exists and needs a session', async () => {
  expect(guarded.length).toBeGreaterThan(40)
  for (const { method, path } of guarded) expect(await ask(method, path)).toEqual({ path, status: 401 })
})

it('no other spelling of a guarded route reaches it, with or without a session', async () => {
  for (const { method, path } of guarded)
    for (const spelling of spellings(path)) {
      // A misspelled id is just another id on the same route.
      // Another path may not support the method.
      const { status } = await ask(method, spelling)
      expect([method, spelling, [401, 404, 405]]).toEqual([method, spelling, expect.arrayContaining([status])])
      const signedIn: Record<string, string> = status === 404 && method === 'GET' ? { Cookie: user.cookieHeader() } : {}
      expect(await ask(method, spelling, signedIn)).toEqual({ path: spelling, status })
    }
})

it('an absolute URL as the path has the same route and guard, and does not change the host', async () => {
  for (const { method, path } of guarded) {
    expect((await ask(method, `http://daymark.test${path}`)).status).toBe(401)
    expect((await ask(method, `http://another.example${path}`)).status).toBe(400)
  }
})

it('cross-site sign-in is refused in every spelling', async () => {
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  for (const { method, path } of all.filter(route => route.path.startsWith('/api/auth/') && route.method === 'POST')) {
    expect((await ask(method, path, foreign)).status).toBe(403)
    for (const spelling of spellings(path)) {
      const { status } = await ask(method, spelling, foreign)
      expect([spelling, [403, 404]]).toEqual([spelling, expect.arrayContaining([status])])
    }
  }
})

it('responses with secrets are not cacheable', async () => {
  const admin = await place.admin()
  const { body: album } = await user.post<http.Album>('/api/albums', { title: 'Secret' })
  const email = 'person@daymark.test'
  const login = { username: user.email, password: user.password }
  const answers = [
    await admin.get('/api/admin/generate-password'),
    await admin.post('/api/admin/users', {
      email,
      password: 'a password for tests',
      role: 'user',
      subscriptionTier: 'starter',
    }),
    await admin.post(`/api/admin/users/${user.id}/reset-password`),
    await place.visitor().post('/api/auth/login', login),
    await user.post('/api/shares', { album_id: album.id }),
    await user.get('/api/shares'),
  ]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
})
