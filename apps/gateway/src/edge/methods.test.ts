import { v1 } from '@daymark/contracts'
import { allRoutes, methodsOf } from './methods.ts'
import { readOf } from './resources.ts'

it('knows the methods of every path, whatever its parameters', () => {
  expect(methodsOf('/v1/shares')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  expect(methodsOf('/v1/shares/any-id')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  // /api/shares/:id and /api/shares/overview are both meant by it
  expect(methodsOf('/api/shares/overview')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  expect(methodsOf('/healthz')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  for (const unknown of ['/v1/shares/', '/v1', '/v1/nothing', '/API/albums', '/photos'])
    expect(methodsOf(unknown)).toEqual([])
})

it('finds the call that reads what another one changes', () => {
  expect(readOf(v1.updateShare)).toBe(v1.getShare)
  expect(readOf(v1.revokeShare)).toBe(v1.getShare)
  expect(readOf(v1.removeSection)).toBe(v1.getAlbum)
  expect(readOf(v1.createShare)).toBe(v1.listShares)
  expect(readOf(v1.revokeToken)).toBeUndefined()
})

it('every call that creates something names its path', () => {
  const created = allRoutes.filter(({ status }) => status === 201)
  expect(created.filter(({ location }) => location === undefined)).toEqual([])
  expect(created.length).toBeGreaterThan(20)
})
