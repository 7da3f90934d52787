import { z } from 'zod'
import { done, id, rpc } from '../define.ts'

/** Format of a backup: names of tables and columns. Format 1 was written by development builds before 1.0.0. */
export const ARCHIVE_FORMAT = 2

/** A file that rows of an account name: where it lies in the store, and what is in it. */
export const archivedObject = z.object({
  key: z.string().max(240),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().nonnegative(),
})
export type ArchivedObject = z.infer<typeof archivedObject>

/** A line of an account archive: a row, as Postgres makes JSON of it, and the table it is of. */
export const archivedRow = z.object({ table: z.string().max(63), row: z.record(z.string(), z.unknown()) })
export type ArchivedRow = z.infer<typeof archivedRow>

/**
 * What the service kit answers of every service that keeps something of an account (libs/platform/src/archive). For the system alone:
 * rows carry hashes of passwords and tokens.
 */
const archiveOf = <S extends string>(service: S) => ({
  /** A page of an account's rows, those that others refer to first. `after`: where the page before ended; null at the end. */
  exportAccount: rpc(
    `${service}.archive.export`,
    z.object({ userId: id, after: z.string().max(1000).nullable() }),
    z.object({ rows: z.array(archivedRow), objects: z.array(archivedObject), after: z.string().nullable() }),
  ),
  /** Rows as they were exported, in the same order. What is there stays as it is; answers how many were not. */
  importAccount: rpc(
    `${service}.archive.import`,
    z.object({ userId: id, rows: z.array(archivedRow).max(5000) }),
    z.object({ written: z.number().int() }),
  ),
  /** After the last row: counts are made anew, and others are told what is there now. Can be repeated. */
  finishImport: rpc(`${service}.archive.finish`, z.object({ userId: id }), done),
})
export type Archive = ReturnType<typeof archiveOf>

/** In the order in which they are brought back: who may sign in and use what comes before what is there to see. */
export const archive = {
  identity: archiveOf('identity'),
  billing: archiveOf('billing'),
  media: archiveOf('media'),
  library: archiveOf('library'),
  sharing: archiveOf('sharing'),
  developer: archiveOf('developer'),
}
export type ArchivedService = keyof typeof archive

/** What an account archive holds; it is written last, so that an archive with a manifest is whole. */
export const archiveManifest = z.object({
  format: z.number().int(),
  archive: id,
  userId: id,
  at: z.iso.datetime(),
  /** Which installation wrote it, into which store, and its number among the backups of this account there. */
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
  /** `name`: of the service whose rows these are, or `objects`. JSON lines, compressed by gzip; the hash is of what is stored. */
  parts: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      sha256: z.string(),
      size: z.number().int(),
      lines: z.number().int(),
    }),
  ),
  /** Objects that were not to be had when it was made. */
  missing: z.array(archivedObject).max(1000),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>
