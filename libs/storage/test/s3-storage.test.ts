import { Readable } from 'node:stream'
import { openStorage } from '../src/index.ts'
import { S3_KEYS, type TestS3, testS3 } from '@daymark/testing'
import { Client } from 'minio'
import { storageSuite } from './storage.suite.ts'

const server: TestS3 | undefined = await testS3()
if (!server)
  console.info(
    'S3 storage: the suite did not run, there is no S3 server (node tools/programs/s3-server.mjs, or Python 3 with venv for moto)',
  )
afterAll(() => server?.stop())
const describeS3 = server ? describe : describe.skip

const access = { driver: 's3', ...S3_KEYS } as const
const describeStrict = server?.isStrict ? describe : describe.skip
/** Another S3 client, for looking into the store. */
const createClient = () => {
  const { hostname: endPoint, port } = new URL(server?.endpoint ?? '')
  return new Client({ endPoint, port: Number(port), useSSL: false, region: 'us-east-1', ...S3_KEYS })
}

describeS3('S3 storage', () => {
  storageSuite(async () => {
    const storage = openStorage({ ...access, endpoint: server?.endpoint ?? '', bucket: 'suite' })
    await storage.ready()
    return storage
  })

  it('creates its bucket, and is not ready if the bucket is deleted', async () => {
    const settings = { ...access, endpoint: server?.endpoint ?? '', bucket: 'vanishing' }
    const storage = openStorage(settings)
    await storage.ready()
    await openStorage(settings).ready()
    await createClient().removeBucket('vanishing')
    await expect(storage.ready()).rejects.toThrow('the bucket vanishing is gone')
  })

  it('leaves no unfinished upload when a body fails', async () => {
    const storage = openStorage({ ...access, endpoint: server?.endpoint ?? '', bucket: 'unfinished' })
    await storage.ready()
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(20 * 1024 * 1024)
      throw new Error('cut')
    }
    await expect(storage.put('a/b', Readable.from(broken()))).rejects.toThrow('cut')
    expect(await createClient().findUploadId('unfinished', 'a/b')).toBeUndefined()
    // the check above would have found an unfinished upload
    const uploadId = await createClient().initiateNewMultipartUpload('unfinished', 'a/b', {})
    expect(await createClient().findUploadId('unfinished', 'a/b')).toBe(uploadId)
  })
})

describeStrict('S3 storage with invalid credentials', () => {
  it.each([
    ['a wrong secret', { ...S3_KEYS, secretKey: 'another secret' }],
    ['an unknown access key', { ...S3_KEYS, accessKey: 'unknown' }],
  ])('is not ready with %s, and reads nothing', async (_, keys) => {
    const settings = { ...access, endpoint: server?.endpoint ?? '', bucket: 'guarded' }
    await openStorage(settings).ready()
    await openStorage(settings).put('a/b', Readable.from([Buffer.from('a photo')]))
    const wrong = openStorage({ ...settings, ...keys })
    await expect(wrong.ready()).rejects.toThrow()
    await expect(wrong.get('a/b')).rejects.toThrow()
  })

  it('rejects requests without a signature or with the signature of another request', async () => {
    const settings = { ...access, endpoint: server?.endpoint ?? '', bucket: 'signed' }
    await openStorage(settings).ready()
    await openStorage(settings).put('a/b', Readable.from([Buffer.from('a photo')]))
    await openStorage(settings).put('a/c', Readable.from([Buffer.from('another')]))
    const address = await createClient().presignedGetObject('signed', 'a/b', 60)
    const statusOf = async (url: string) => (await fetch(url)).status
    expect(await statusOf(address)).toBe(200)
    expect(await statusOf(address.replace('a/b', 'a/c'))).toBe(403)
    expect(await statusOf(address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe(403)
    expect(await statusOf(address.split('?')[0] ?? '')).toBe(403)
  })
})

describe('S3 storage without a server', () => {
  it('is not ready if the port is closed', async () => {
    const storage = openStorage({ ...access, endpoint: 'http://127.0.0.1:9', bucket: 'nowhere' })
    await expect(storage.ready()).rejects.toThrow()
  })
})
