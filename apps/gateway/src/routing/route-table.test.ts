import { routes, v1 } from '@daymark/contracts'
import { allRoutes, methodsOf } from './route-table.ts'
import { ownerOf, readOf } from './conditional-requests.ts'

it('knows the methods of every path, whatever its parameters', () => {
  expect(methodsOf('/v1/shares')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  expect(methodsOf('/v1/shares/any-id')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  // not those of /api/shares/:id
  expect(methodsOf('/api/shares/overview')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  // not those of /api/shares/:id/picks/:list
  expect(methodsOf('/api/shares/any-id/picks/images')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  expect(methodsOf('/v1/albums/any-id/sections/images')).toEqual(['OPTIONS', 'POST'])
  expect(methodsOf('/v1/tokens/validate')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  expect(methodsOf('/healthz')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  for (const unknown of ['/v1/shares/', '/v1', '/v1/nothing', '/API/albums', '/photos'])
    expect(methodsOf(unknown)).toEqual([])
})

it('finds the call that reads what another one changes', () => {
  expect(readOf(v1.updateShare)).toBe(v1.getShare)
  expect(readOf(v1.revokeShare)).toBe(v1.getShare)
  expect(readOf(v1.removeSection)).toBe(v1.getAlbum)
  expect(readOf(v1.createShare)).toBe(v1.listShares)
  expect(readOf(v1.revokeToken)).toBe(v1.getToken)
  expect(readOf(v1.findKnownImages)).toBeUndefined()
  expect(readOf(routes.openVisitor)).toBeUndefined()
})

/** Of visitors, and of lists and things that cannot be changed, only removed. */
const UNOWNED = ['/api/admin/announcements/:id', '/api/trash', '/api/upload-links/public/:token/files/:file']
it('every change of a single resource names the row that its owner compares', () => {
  const changes = allRoutes.filter(({ method }) => method === 'PATCH' || method === 'DELETE')
  const withoutOwner = changes.filter(route => readOf(route) && !ownerOf(route)).map(({ path }) => path)
  expect(withoutOwner.toSorted()).toEqual(UNOWNED)
  expect(changes.length).toBeGreaterThan(40)
})

it('every call that creates something names a path that can be read', () => {
  const created = allRoutes.filter(({ status }) => status === 201)
  const locations = created.map(({ path, location }) => {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'a-parameter']))
    const body = { image_id: 'an-image' }
    return location?.({ answer: { id: 'an-id' }, params, body } as never) ?? path
  })
  expect(locations.filter(path => !methodsOf(path).includes('GET'))).toEqual([])
  expect(created.filter(({ location }) => location === undefined)).toEqual([])
  expect(created.length).toBeGreaterThan(20)
})
