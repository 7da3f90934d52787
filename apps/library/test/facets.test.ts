import { library, MAX_FACET_LENGTH, type Exif, type http } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { startLibrary, type Owner } from './library-services.ts'

const services = setUp(startLibrary)

const listFacets = (owner: Owner) => owner.call(library.listFacets, {})
const facet = (value: string, count: number): http.Facet => ({ value, count })
const nikon = { make: 'NIKON CORPORATION', model: 'NIKON Z 9', lens: 'NIKKOR Z 50mm f/1.8 S' }
const apple = { make: 'Apple', model: 'iPhone 15', lens: 'back camera 6.8mm f/1.8' }

async function uploadWithExif(owner: Owner, exif: Exif, more: Parameters<Owner['process']>[1] = {}): Promise<string> {
  const { id } = await owner.upload()
  await owner.process(id, { exif, ...more })
  return id
}

describe('facets of a library', () => {
  it('change with uploads, with processing (also when it is repeated) and with deletion', async () => {
    const owner = await services.createUser()
    const { id, createdAt } = await owner.upload()
    const month = createdAt.slice(0, 7)
    expect(await listFacets(owner)).toMatchObject({
      cameras: [],
      formats: [facet('JPEG', 1)],
      months: [facet(month, 1)],
    })
    await owner.process(id, { exif: nikon, format: 'NEF' })
    expect(await listFacets(owner)).toMatchObject({ formats: [facet('NEF', 1)], months: [facet('2024-05', 1)] })
    await owner.process(id, { exif: apple, format: 'NEF' })
    expect(await listFacets(owner)).toMatchObject({
      cameras: [facet('Apple iPhone 15', 1)],
      formats: [facet('NEF', 1)],
    })
    const other = await uploadWithExif(owner, apple)
    await owner.call(library.deletePhotos, { ids: [id] })
    expect(await listFacets(owner)).toMatchObject({
      cameras: [facet('Apple iPhone 15', 1)],
      formats: [facet('JPEG', 1)],
    })
    await owner.call(library.deletePhotos, { ids: [other] })
    expect(Object.values(await listFacets(owner)).flat()).toEqual([])
  })
  it('have a limited number of values of limited length', async () => {
    const owner = await services.createUser()
    const sql = `INSERT INTO photo_facets (owner_id, kind, value, photos)
      SELECT $1, kind, 'x' || n, n FROM generate_series(1, 300) n, unnest('{camera,month}'::text[]) kind`
    await services.db('library').sql(sql, [owner.id])
    const { cameras, months } = await listFacets(owner)
    expect([cameras.length, cameras[0], months.length]).toEqual([200, facet('x300', 300), 200])
    const long = '📷'.repeat(300)
    const id = await uploadWithExif(owner, { make: long, model: 'x', lens: long })
    expect(await owner.listIds({ lens: long.slice(0, MAX_FACET_LENGTH) })).toEqual([id])
  })
})

it.each([
  [nikon, 'NIKON Z 9'],
  [apple, 'Apple iPhone 15'],
  [{ make: 'Canon', model: 'Canon EOS R10' }, 'Canon EOS R10'],
  [{ make: 'CANON', model: 'Canon EOS R10' }, 'Canon EOS R10'],
  [{ make: 'OLYMPUS CORPORATION', model: 'E-M1' }, 'OLYMPUS CORPORATION E-M1'],
  [{ make: 'Holga' }, 'Holga'],
  [{ model: 'X100V' }, 'X100V'],
])('the camera of %j is called %s', async (exif, name) => {
  const owner = await services.createUser()
  const id = await uploadWithExif(owner, exif)
  expect((await listFacets(owner)).cameras).toEqual([facet(name, 1)])
  expect(await owner.listIds({ camera: name })).toEqual([id])
})
