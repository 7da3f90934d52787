import { z } from 'zod'
import { successOutput, id, systemRpc } from '../define.ts'

/** Version of the backup format. Format 1 occurs only in backups that development builds before 1.0.0 wrote. */
export const ARCHIVE_FORMAT = 2

/** A file in the store that rows of an account reference. */
export const archivedObject = z.object({
  key: z.string().max(240),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().nonnegative(),
})
export type ArchivedObject = z.infer<typeof archivedObject>

/** A line of an account archive: a table and one of its rows as JSON. */
export const archivedRow = z.object({ table: z.string().max(63), row: z.record(z.string(), z.unknown()) })
export type ArchivedRow = z.infer<typeof archivedRow>

/**
 * Export and import of an account. The platform implements these calls for every service that stores data of accounts
 * (libs/platform/src/archive). Only the actor `system` may make them, because rows contain hashes of passwords and tokens.
 */
const defineArchiveCalls = <S extends string>(service: S) => ({
  /** Returns a page of rows. A row precedes the rows that reference it. `after`: the `after` of the previous page; null in a response: last page. */
  exportAccount: systemRpc(
    `${service}.archive.export`,
    z.object({ userId: id, after: z.string().max(1000).nullable() }),
    z.object({ rows: z.array(archivedRow), objects: z.array(archivedObject), after: z.string().nullable() }),
  ),
  /** Inserts exported rows, which must be sent in the order of the export. Existing rows do not change. `written`: number of inserted rows. */
  importAccount: systemRpc(
    `${service}.archive.import`,
    z.object({ userId: id, rows: z.array(archivedRow).max(5000) }),
    z.object({ written: z.number().int() }),
  ),
  /** Called after the last row: recalculates counts and publishes events for the imported data. The call can be repeated. */
  finishImport: systemRpc(`${service}.archive.finish`, z.object({ userId: id }), successOutput),
})
export type Archive = ReturnType<typeof defineArchiveCalls>

/** The services in the order of an import: users and plans are imported before photos and links. */
export const archive = {
  identity: defineArchiveCalls('identity'),
  billing: defineArchiveCalls('billing'),
  media: defineArchiveCalls('media'),
  library: defineArchiveCalls('library'),
  sharing: defineArchiveCalls('sharing'),
  developer: defineArchiveCalls('developer'),
}
export type ArchivedService = keyof typeof archive

/** Manifest of an account archive. It is written last, so every archive with a manifest is complete. */
export const archiveManifest = z.object({
  format: z.number().int(),
  archive: id,
  userId: id,
  at: z.iso.datetime(),
  /** Id of the installation that wrote the archive. */
  installation: id.optional(),
  /** The backup store that contains the archive: `backup` or `offsite`. */
  target: z.string().max(20).optional(),
  /** Sequence number of the archive among those of the account in its backup store. */
  sequence: z.number().int().positive().optional(),
  counts: z.object({
    photos: z.number().int(),
    albums: z.number().int(),
    rows: z.number().int(),
    objects: z.number().int(),
    bytes: z.number(),
  }),
  /** Files of the archive: one for each service and one for `objects`, as JSON lines compressed with gzip. `sha256` covers the compressed bytes. */
  parts: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      sha256: z.string(),
      size: z.number().int(),
      lines: z.number().int(),
    }),
  ),
  /** Objects that could not be read when the archive was written. */
  missing: z.array(archivedObject).max(1000),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>
