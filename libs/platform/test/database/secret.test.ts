import { prepareRoles, serviceUrl } from '@daymark/platform'
import { type TestDatabase, testDatabase } from '@daymark/testing'
import pg from 'pg'

const [right, wrong] = ['the secret of this installation, long', 'the secret of another installation!'] as const

describe('D-CARD-11 a process with another secret', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await prepareRoles(database.url, ['alpha'], right)
  })
  afterAll(() => database?.drop())

  const canSignIn = async (secret: string): Promise<boolean> => {
    const client = new pg.Client({ connectionString: serviceUrl(database.url, 'alpha', secret) })
    try {
      await client.connect()
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== '28P01') throw error
      return false
    } finally {
      await client.end()
    }
  }

  it('is rejected and does not lock out processes with the right secret', async () => {
    const preparation = prepareRoles(database.url, ['alpha'], wrong)
    await expect(preparation).rejects.toThrow('DAYMARK_SECRET is not the one that this database was set up with')
    expect([await canSignIn(right), await canSignIn(wrong)]).toEqual([true, false])
    await prepareRoles(database.url, ['alpha'], right)
  })

  it('is accepted after a declared change of the secret', async () => {
    await prepareRoles(database.url, ['alpha'], wrong, { isNewSecret: true })
    expect([await canSignIn(right), await canSignIn(wrong)]).toEqual([false, true])
    await expect(prepareRoles(database.url, ['alpha'], right)).rejects.toThrow('daymark secret changed')
  })
})
