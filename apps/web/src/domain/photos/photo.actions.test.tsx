import { jest } from '@jest/globals'
import { deleteEach, type Deletion } from './photo.actions.ts'

const ids = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`)
let sent: string[][] = []
let refuse: (ids: readonly string[]) => boolean
const send = async (ids: string[]) => {
  sent.push(ids)
  if (refuse(ids)) throw new Error('No.')
}
const deletion: Deletion = { deleteOne: id => send([id]), deleteMany: send }
beforeEach(() => {
  sent = []
  refuse = () => false
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => jest.restoreAllMocks())

it('L-PHOTO-19 L-API-15 sends one request per photo of a page and returns the photos that remain', async () => {
  refuse = ([id]) => id === 'p3'
  expect(await deleteEach(deletion, ids(50))).toEqual(new Set(['p3']))
  expect(sent).toEqual(ids(50).map(id => [id]))
})

it('deletes more than a page with one request per thousand', async () => {
  expect(await deleteEach(deletion, ids(2100))).toEqual(new Set())
  expect(sent.map(({ length }) => length)).toEqual([1000, 1000, 100])
  expect(sent.flat()).toEqual(ids(2100))
})
