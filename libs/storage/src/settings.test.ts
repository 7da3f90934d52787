import { openStorage, storageSettings } from './index.ts'

const problem = (settings: unknown): string => {
  const parsed = storageSettings.safeParse(settings)
  if (parsed.success) return ''
  const [issue] = parsed.error.issues
  return `${issue?.path.join('.')}: ${issue?.message}`
}

describe('storage settings', () => {
  it('require the settings of their driver only', () => {
    expect(problem({ dir: '/data' })).toBe('')
    expect(problem({})).toBe('dir: the driver folder requires this setting')
    expect(problem({ driver: 's3', accessKey: 'a', secretKey: 'b' })).toBe(
      'endpoint: the driver s3 requires this setting',
    )
    expect(problem({ driver: 's3', endpoint: 'http://s3:9000', secretKey: 'b' })).toBe(
      'accessKey: the driver s3 requires this setting',
    )
    expect(problem({ driver: 's3', endpoint: 'http://s3:9000', accessKey: 'a', secretKey: 'b' })).toBe('')
    expect(problem({ driver: 's3', endpoint: 'ftp://s3', accessKey: 'a', secretKey: 'b' })).toContain('endpoint')
    expect(problem({ driver: 'tape', dir: '/data' })).toContain('driver')
    expect(problem({ dir: '/data', bucket: 'Not A Bucket' })).toBe('bucket: not a bucket name')
  })

  it('accept switches as text', () => {
    expect(storageSettings.parse({ dir: '/data', pathStyle: 'false' }).pathStyle).toBe(false)
    expect(storageSettings.parse({ dir: '/data', pathStyle: 'true' }).pathStyle).toBe(true)
    expect(storageSettings.parse({ dir: '/data' })).toMatchObject({
      driver: 'folder',
      bucket: 'daymark',
      pathStyle: true,
    })
  })

  it('open the driver they name', () => {
    expect(openStorage({ dir: '/data' }).localPath?.('a/b')).toMatch(/^\/data\/objects\/a\/[0-9a-f]{2}\/b$/)
    const s3 = openStorage({ driver: 's3', endpoint: 'http://127.0.0.1:9000', accessKey: 'a', secretKey: 'b' })
    expect(s3.localPath?.('a/b')).toBeUndefined()
  })
})
