import { archive, system } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { startLibrary } from './library-services.ts'

const services = setUp(startLibrary)

/**
 * A backup reads tables one after the other, so a file that is replaced during the backup can be both the current and an earlier file in
 * the backup.
 */
it('rule 15 rule 111: the current file of a photo is never restored as its earlier version, too', async () => {
  const alice = await services.createUser()
  const photo = await alice.upload({ objectKey: 'originals/shown' })
  const db = services.db('library')
  const [torn] = await db.sql<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(jsonb_populate_record(NULL::photo_files,
       to_jsonb(p) || jsonb_build_object('photo_id', p.id, 'role', 'earlier'))) AS row FROM photos p WHERE id = $1`,
    [photo.id],
  )
  await db.sql('UPDATE photos SET has_earlier = true WHERE id = $1', [photo.id])
  const rows = [{ table: 'photo_files', row: torn?.row ?? {} }]
  const { written } = await services.rpc.call(archive.library.importAccount, { userId: alice.id, rows }, system)
  expect(written).toBe(0)
  await services.rpc.call(archive.library.finishImport, { userId: alice.id }, system)
  expect(await db.sql('SELECT has_earlier FROM photos WHERE id = $1', [photo.id])).toEqual([{ has_earlier: false }])
})
