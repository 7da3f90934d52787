import { timingSafeEqual } from 'node:crypto'
import { ARCHIVE_FORMAT, type ArchiveManifest, archiveManifest, type BackupTarget } from '@daymark/contracts'
import type { Sealer } from '@daymark/platform'
import {
  backupKeys,
  type BackupStores,
  ObjectDamaged,
  ObjectMissing,
  PlainObjectRefused,
  type Storage,
  toBuffer,
} from '@daymark/storage'

const PURPOSE = 'backup-manifest'

/** A backup store and the means to verify its manifests. */
export type BackupSource = {
  store: Storage
  target: BackupTarget
  sealer: Pick<Sealer, 'mac'>
  acceptUnauthenticated: boolean
}

export function backupSource(stores: BackupStores, target: BackupTarget, sealer: Sealer): BackupSource | undefined {
  const store = stores[target]
  return store && { store, target, sealer, acceptUnauthenticated: stores.acceptUnauthenticated[target] }
}

/** The store returned something other than what was written there: this backup is lost, others are not. */
export class ManifestDamaged extends Error {
  override name = 'ManifestDamaged'
  constructor(key: string, problem = 'is not what was written there') {
    super(`${key} ${problem}`)
  }
}

/** A manifest that can be read but not trusted: someone who can write to the store could have made it. */
export class ManifestRefused extends ManifestDamaged {
  override name = 'ManifestRefused'
}
/** Written by a release before signatures, or stripped of its signature. */
export class ManifestUnsigned extends ManifestRefused {
  override name = 'ManifestUnsigned'
}

/**
 * Writes a manifest together with its MAC, whose key derives from the installation's secret. The MAC covers installation, store,
 * account, number and the hash of every part, so that someone who can write to the store can neither invent a backup nor pass one
 * off as another.
 */
export async function writeManifest({ store, sealer }: BackupSource, manifest: ArchiveManifest): Promise<void> {
  const mac = macOf(sealer, manifest).toString('base64url')
  const text = Buffer.from(JSON.stringify({ ...manifest, mac }))
  await store.put(backupKeys.manifest(manifest.userId, manifest.archive), text, { size: text.length })
}

const macOf = (sealer: BackupSource['sealer'], content: object): Buffer => sealer.mac(PURPOSE, JSON.stringify(content))

/** Undefined: the backup does not exist or was not completed. Throws ManifestDamaged, or ManifestRefused if it cannot be trusted. */
export async function readManifest(
  source: BackupSource,
  userId: string,
  id: string,
): Promise<ArchiveManifest | undefined> {
  const key = backupKeys.manifest(userId, id)
  try {
    const { mac, ...content } = parsed((await toBuffer(await source.store.get(key))).toString())
    const manifest = readable(key, content)
    requireMac(source, key, { mac, content })
    if (manifest.userId !== userId || manifest.archive !== id)
      throw new ManifestRefused(key, `is the backup ${manifest.archive} of ${manifest.userId}`)
    if (mac !== undefined && manifest.target !== source.target)
      throw new ManifestRefused(key, `is a backup of the store ${manifest.target}, not of ${source.target}`)
    return manifest
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    if (error instanceof PlainObjectRefused)
      throw new ManifestRefused(
        key,
        `is not encrypted although there are encryption keys. If it was written before there were any, ${optionOf(source)}`,
      )
    throw error instanceof ObjectDamaged ? new ManifestDamaged(key) : error
  }
}

const optionOf = ({ target }: BackupSource): string =>
  `set DAYMARK_${target.toUpperCase()}_ACCEPT_UNAUTHENTICATED=on for this command`

function readable(key: string, content: Record<string, unknown>): ArchiveManifest {
  const format = Number(content['format'])
  if (format < ARCHIVE_FORMAT)
    throw new ManifestRefused(key, 'was written by a development build before 1.0.0 and cannot be restored')
  if (format > ARCHIVE_FORMAT) throw new ManifestRefused(key, `has the format ${format}, which a newer Daymark reads`)
  const { data } = archiveManifest.safeParse(content)
  if (!data) throw new ManifestDamaged(key)
  return data
}

function requireMac(source: BackupSource, key: string, { mac, content }: { mac: unknown; content: object }): void {
  if (mac === undefined) {
    if (source.acceptUnauthenticated) return
    throw new ManifestUnsigned(key, `is not signed. If a release before signatures wrote it, ${optionOf(source)}`)
  }
  if (!isEqual(mac, macOf(source.sealer, content)))
    throw new ManifestRefused(key, 'was not signed with this DAYMARK_SECRET: it is forged, or the secret has changed')
}

function parsed(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>) }
  } catch {
    return {}
  }
}

function isEqual(text: unknown, mac: Buffer): boolean {
  const actual = Buffer.from(String(text), 'base64url')
  return actual.length === mac.length && timingSafeEqual(actual, mac)
}

/** Backups with a manifest, of one account or of all, from the store alone. `unusable` is called for each that is damaged or refused. */
export async function* listManifests(
  source: BackupSource,
  userId?: string,
  unusable: (error: ManifestDamaged) => void = error => {
    throw error
  },
): AsyncGenerator<ArchiveManifest> {
  const objects = source.store.list(userId === undefined ? backupKeys.all : backupKeys.ofAccount(userId))
  for await (const { key } of objects) {
    const [, user = '', id = '', name] = key.split('/')
    if (name !== 'manifest.json') continue
    const manifest = await readManifest(source, user, id).catch((error: unknown) => {
      if (!(error instanceof ManifestDamaged)) throw error
      unusable(error)
    })
    if (manifest) yield manifest
  }
}
