import { jest } from '@jest/globals'
import { deleteEach, type DeletionRequests } from './photo.actions.ts'

const createIds = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`)
let requestedIds: string[][] = []
let shouldFail: (ids: readonly string[]) => boolean
const requestDeletion = async (ids: string[]) => {
  requestedIds.push(ids)
  if (shouldFail(ids)) throw new Error('No.')
}
const deletion: DeletionRequests = { deleteOne: id => requestDeletion([id]), deleteMany: requestDeletion }
beforeEach(() => {
  requestedIds = []
  shouldFail = () => false
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => jest.restoreAllMocks())

it('L-PHOTO-19 L-API-15 sends one request per photo of a page and returns the photos that remain', async () => {
  shouldFail = ([id]) => id === 'p3'
  expect(await deleteEach(deletion, createIds(50))).toEqual(new Set(['p3']))
  expect(requestedIds).toEqual(createIds(50).map(id => [id]))
})

it('deletes more than a page with one request per thousand', async () => {
  expect(await deleteEach(deletion, createIds(2100))).toEqual(new Set())
  expect(requestedIds.map(({ length }) => length)).toEqual([1000, 1000, 100])
  expect(requestedIds.flat()).toEqual(createIds(2100))
})
