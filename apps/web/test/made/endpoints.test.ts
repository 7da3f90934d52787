import type { Endpoint } from '../../src/features/developers/endpoints/endpoint.ts'
import { endpoints } from './endpoints.ts'

const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
const endpoint = (id: string) => endpoints.find(one => one.id === id) as Endpoint

it('S-EXP-17 S-DEV-04 every documented call is there', () => {
  const documented = [
    'GET /health',
    'GET /version',
    'GET /stats',
    'GET /tags',
    'GET /rate-limit',
    'GET /search',
    'GET /albums',
    'GET /albums/{id}',
    'GET /albums/{id}/manifest',
    'POST /albums',
    'GET /images',
    'GET /images/{id}',
    'POST /images',
    'PATCH /images/{id}',
    'DELETE /images/{id}',
    'GET /shares',
    'POST /shares',
    'PATCH /shares/{id}',
    'GET /webhooks',
    'POST /webhooks',
    'DELETE /webhooks/{id}',
    'GET /tokens',
    'GET /tokens/validate',
    'POST /tokens',
    'DELETE /tokens/{id}',
  ]
  expect(calls).toEqual(expect.arrayContaining(documented))
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length)
})

it('S-EXP-17 with its parameters, their types, defaults and descriptions', () => {
  const { parameters, category, scope, needsAuth } = endpoint('search')
  expect([category, scope, needsAuth]).toEqual(['Library', 'read', true])
  expect(parameters.filter(one => one.in === 'query')).toEqual([
    expect.objectContaining({ name: 'q', type: 'string', required: true }),
    expect.objectContaining({ name: 'type', choices: ['all', 'images', 'albums'], default: 'all', required: false }),
    expect.objectContaining({ name: 'limit', type: 'integer', default: 20 }),
    expect.objectContaining({ name: 'offset', type: 'integer', default: 0 }),
  ])
  expect(endpoint('getAlbum').parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  )
  expect(endpoint('listImages').parameters).toContainEqual(
    expect.objectContaining({ name: 'favorite', type: 'boolean' }),
  )
})

it('S-EXP-17 with an example of its body, or the fields of its form', () => {
  expect(endpoint('createWebhook').body).toMatchObject({ url: expect.stringMatching(/^https:/) })
  expect(endpoint('createWebhook').required).toEqual(['url', 'events'])
  expect(endpoint('uploadImage').body).toBeUndefined()
  expect(endpoint('uploadImage').parameters.filter(one => one.in === 'form')).toContainEqual(
    expect.objectContaining({ name: 'file', type: 'file', required: true }),
  )
  expect(endpoint('getHealth').needsAuth).toBe(false)
})

it('every call has an example of what it answers', () => {
  const without = endpoints.filter(({ responses: answers }) => {
    const good = answers.find(({ status }) => status.startsWith('2'))
    return good?.example === undefined
  })
  expect(without.map(({ id }) => id)).toEqual([])
})
