import { routes, v1 } from '@daymark/contracts'
import type { Request, Response } from 'express'
import { findResourceRoute, findVersionedRow } from './conditional-requests.ts'
import { allRoutes, findMethods, rejectNonCanonicalUrls } from './route-table.ts'

it('lists the methods of every path', () => {
  expect(findMethods('/v1/shares')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  expect(findMethods('/v1/shares/any-id')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  // not those of /api/shares/:id
  expect(findMethods('/api/shares/overview')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  // not those of /api/shares/:id/picks/:list
  expect(findMethods('/api/shares/any-id/picks/images')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  expect(findMethods('/v1/albums/any-id/sections/images')).toEqual(['OPTIONS', 'POST'])
  expect(findMethods('/v1/tokens/validate')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  expect(findMethods('/healthz')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  for (const unknown of ['/v1/shares/', '/v1', '/v1/nothing', '/API/albums', '/photos'])
    expect(findMethods(unknown)).toEqual([])
})

it('finds the route that reads the resource a change belongs to', () => {
  expect(findResourceRoute(v1.updateShare)).toBe(v1.getShare)
  expect(findResourceRoute(v1.revokeShare)).toBe(v1.getShare)
  expect(findResourceRoute(v1.removeSection)).toBe(v1.getAlbum)
  expect(findResourceRoute(v1.createShare)).toBe(v1.listShares)
  expect(findResourceRoute(v1.revokeToken)).toBe(v1.getToken)
  expect(findResourceRoute(v1.findKnownImages)).toBeUndefined()
  expect(findResourceRoute(routes.openVisitor)).toBeUndefined()
})

/** Routes of visitors, lists, and resources that can only be removed. */
const PATHS_WITHOUT_ROW = ['/api/admin/announcements/:id', '/api/trash', '/api/upload-links/public/:token/files/:file']
it('every route that changes a single resource has a versioned row', () => {
  const changingRoutes = allRoutes.filter(({ method }) => method === 'PATCH' || method === 'DELETE')
  const withoutRow = changingRoutes
    .filter(route => findResourceRoute(route) && !findVersionedRow(route))
    .map(({ path }) => path)
  expect(withoutRow.toSorted()).toEqual(PATHS_WITHOUT_ROW)
  expect(changingRoutes.length).toBeGreaterThan(40)
})

it('every route that creates a resource returns a Location that can be read', () => {
  const creatingRoutes = allRoutes.filter(({ status }) => status === 201)
  const locations = creatingRoutes.map(({ path, location }) => {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'a-parameter']))
    const body = { image_id: 'an-image' }
    return location?.({ answer: { id: 'an-id' }, params, body } as never) ?? path
  })
  expect(locations.filter(path => !findMethods(path).includes('GET'))).toEqual([])
  expect(creatingRoutes.filter(({ location }) => location === undefined)).toEqual([])
  expect(creatingRoutes.length).toBeGreaterThan(20)
})

const isRejected = (path: string): boolean => {
  try {
    rejectNonCanonicalUrls({ path } as Request, {} as Response, () => undefined)
    return false
  } catch {
    return true
  }
}

it('rejects percent-encoded unreserved characters and no others', () => {
  const unreserved = /[A-Za-z0-9._~-]/
  for (let code = 0; code < 256; code++)
    for (const hex of [code.toString(16).padStart(2, '0'), code.toString(16).padStart(2, '0').toUpperCase()]) {
      const isUnreserved = code < 128 && unreserved.test(String.fromCharCode(code))
      expect([hex, isRejected(`/media/originals/a%${hex}b`)]).toEqual([hex, isUnreserved])
    }
})

it.each([
  '//api/images',
  '/api//images',
  '/api/./images',
  '/api/../api/images',
  '/api/images/..',
  '/api\\images',
  '/api/%2e%2E/x',
])('%s is rejected', path => expect(isRejected(path)).toBe(true))

it.each([
  '/',
  '/api/images',
  '/media/originals/IMG%200001%20(1).jpg',
  '/media/originals/Z%C3%BCrich.v1..jpg',
  '/a/...b',
  '/a/.well-known/x',
])('%s is accepted', path => expect(isRejected(path)).toBe(false))
