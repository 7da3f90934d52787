import { z } from 'zod'
import { successOutput, id, rpc } from '../define.ts'

/** Format of a backup: names of tables and columns. Format 1 was written by development builds before 1.0.0. */
export const ARCHIVE_FORMAT = 2

/** A file that rows of an account reference: its key in the store, hash and size. */
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
 * Implemented by the platform for every service that stores data of accounts (libs/platform/src/archive). For the system only: rows
 * contain hashes of passwords and tokens.
 */
const defineArchiveCalls = <S extends string>(service: S) => ({
  /** A page of rows; referenced rows come first. `after`: end of the previous page; null: no more rows. */
  exportAccount: rpc(
    `${service}.archive.export`,
    z.object({ userId: id, after: z.string().max(1000).nullable() }),
    z.object({ rows: z.array(archivedRow), objects: z.array(archivedObject), after: z.string().nullable() }),
  ),
  /** Inserts exported rows in the same order. Existing rows do not change. Returns the number of inserted rows. */
  importAccount: rpc(
    `${service}.archive.import`,
    z.object({ userId: id, rows: z.array(archivedRow).max(5000) }),
    z.object({ written: z.number().int() }),
  ),
  /** After the last row: recalculates counts and publishes events for the imported data. The call can be repeated. */
  finishImport: rpc(`${service}.archive.finish`, z.object({ userId: id }), successOutput),
})
export type Archive = ReturnType<typeof defineArchiveCalls>

/** In import order: users and plans before photos and links. */
export const archive = {
  identity: defineArchiveCalls('identity'),
  billing: defineArchiveCalls('billing'),
  media: defineArchiveCalls('media'),
  library: defineArchiveCalls('library'),
  sharing: defineArchiveCalls('sharing'),
  developer: defineArchiveCalls('developer'),
}
export type ArchivedService = keyof typeof archive

/** Contents of an account archive. It is written last, so an archive with a manifest is complete. */
export const archiveManifest = z.object({
  format: z.number().int(),
  archive: id,
  userId: id,
  at: z.iso.datetime(),
  /** The installation that wrote the archive, the backup store, and the number of the archive in that store. */
  installation: id.optional(),
  target: z.string().max(20).optional(),
  sequence: z.number().int().positive().optional(),
  counts: z.object({
    photos: z.number().int(),
    albums: z.number().int(),
    rows: z.number().int(),
    objects: z.number().int(),
    bytes: z.number(),
  }),
  /** `name`: a service, or `objects`. JSON lines, compressed with gzip. The hash covers the stored bytes. */
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
