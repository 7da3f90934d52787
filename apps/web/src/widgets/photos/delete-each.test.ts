import { jest } from '@jest/globals'
import { deleteEach } from './delete-each.ts'

const ids = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`)
const sent: { path: string; body: unknown }[] = []
let refuse: (path: string) => boolean
beforeEach(() => {
  sent.length = 0
  refuse = () => false
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  window.fetch = async (input, init) => {
    const path = String(input)
    sent.push({ path, body: init?.body && JSON.parse(String(init.body)) })
    return refuse(path) ? Response.json({ message: 'No.' }, { status: 500 }) : Response.json({ success: true })
  }
})
afterEach(() => jest.restoreAllMocks())

it('L-PHOTO-19 L-API-15 asks for each photo of a page by itself, and answers what is still there', async () => {
  refuse = path => path.endsWith('/p3')
  expect(await deleteEach('/api/images', ids(50))).toEqual(new Set(['p3']))
  expect(sent.map(({ path }) => path)).toEqual(ids(50).map(id => `/api/images/${id}`))
})

it('asks for more than a page in one request per thousand', async () => {
  expect(await deleteEach('/api/albums/a/images', ids(2100))).toEqual(new Set())
  expect(sent.map(({ path }) => path)).toEqual(['/api/albums/a/images', '/api/albums/a/images', '/api/albums/a/images'])
  expect(sent.flatMap(({ body }) => (body as { image_ids: string[] }).image_ids)).toEqual(ids(2100))
})
