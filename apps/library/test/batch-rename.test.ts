import { library } from '@daymark/contracts'
import { startLibrary, type LibraryServices, type Owner } from './library-services.ts'

let services: LibraryServices
beforeAll(async () => void (services = await startLibrary()))
afterAll(() => services.stop())

const add = (owner: Owner, id: string, photoIds: string[]) => owner.call(library.addPhotos, { id, photoIds })

describe('batch rename', () => {
  it('L-ROLE-03 L-VAL-08: batch rename requires the Professional plan or higher', async () => {
    const bob = await services.user('starter')
    const [album, photo] = [await bob.album(), await bob.upload()]
    await add(bob, album.id, [photo.id])
    const rename = () => bob.call(library.batchRename, { id: album.id, updates: [{ id: photo.id, title: 'New' }] })
    await expect(rename()).rejects.toMatchObject({
      code: 'plan_required',
      message: 'Batch rename requires a Professional plan or higher. Current plan: Starter',
    })
    await bob.subscribe('advanced')
    expect(await rename()).toEqual({ renamed: 1 })
  })
})
