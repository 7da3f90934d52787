import { timingSafeEqual } from 'node:crypto'
import { ARCHIVE_FORMAT, type ArchiveManifest, archiveManifest, type BackupTarget } from '@daymark/contracts'
import type { Sealer } from '@daymark/platform'
import {
  backupKeys,
  type BackupStores,
  ObjectDamaged,
  ObjectMissing,
  UnencryptedObject,
  type Storage,
  toBuffer,
} from '@daymark/storage'

const MAC_PURPOSE = 'backup-manifest'

/** A backup store and the keys that verify its manifests. */
export type BackupSource = {
  store: Storage
  target: BackupTarget
  sealer: Pick<Sealer, 'mac'>
  acceptUnauthenticated: boolean
}

export function createBackupSource(
  stores: BackupStores,
  target: BackupTarget,
  sealer: Sealer,
): BackupSource | undefined {
  const store = stores[target]
  return store && { store, target, sealer, acceptUnauthenticated: stores.acceptUnauthenticated[target] }
}

/** Thrown if the store returned a manifest that differs from the one that was written. This backup cannot be restored. */
export class ManifestDamaged extends Error {
  override name = 'ManifestDamaged'
  constructor(key: string, problem = 'differs from the manifest that was written') {
    super(`${key} ${problem}`)
  }
}

/** Thrown for a valid manifest without a valid signature. Anyone with write access to the store could have created it. */
export class ManifestRefused extends ManifestDamaged {
  override name = 'ManifestRefused'
}
/** Thrown for a manifest without a signature. */
export class ManifestUnsigned extends ManifestRefused {
  override name = 'ManifestUnsigned'
}

/**
 * Writes a manifest and its MAC, whose key is derived from the secret of the installation. The MAC covers installation, store, account,
 * number of the backup and the hash of every part. Write access to the store is therefore not sufficient to forge a backup or to
 * replace it by another.
 */
export async function writeManifest({ store, sealer }: BackupSource, manifest: ArchiveManifest): Promise<void> {
  const mac = computeMac(sealer, manifest).toString('base64url')
  const text = Buffer.from(JSON.stringify({ ...manifest, mac }))
  await store.put(backupKeys.manifest(manifest.userId, manifest.archive), text, { size: text.length })
}

const computeMac = (sealer: BackupSource['sealer'], content: object): Buffer =>
  sealer.mac(MAC_PURPOSE, JSON.stringify(content))

/** Returns undefined if the backup does not exist or is incomplete. Throws ManifestDamaged, or ManifestRefused if it is not signed. */
export async function readManifest(
  source: BackupSource,
  userId: string,
  id: string,
): Promise<ArchiveManifest | undefined> {
  const key = backupKeys.manifest(userId, id)
  try {
    const { mac, ...content } = parseJsonObject((await toBuffer(await source.store.get(key))).toString())
    const manifest = validateManifest(key, content)
    verifyMac(source, key, { mac, content })
    if (manifest.userId !== userId || manifest.archive !== id)
      throw new ManifestRefused(key, `is the backup ${manifest.archive} of ${manifest.userId}`)
    if (mac !== undefined && manifest.target !== source.target)
      throw new ManifestRefused(key, `is a backup of the store ${manifest.target}, not of ${source.target}`)
    return manifest
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    if (error instanceof UnencryptedObject)
      throw new ManifestRefused(
        key,
        `is not encrypted although encryption keys are set. If it was written before encryption was set up, ${describeAcceptSetting(source)}`,
      )
    throw error instanceof ObjectDamaged ? new ManifestDamaged(key) : error
  }
}

const describeAcceptSetting = ({ target }: BackupSource): string =>
  `set DAYMARK_${target.toUpperCase()}_ACCEPT_UNAUTHENTICATED=on for this command`

function validateManifest(key: string, content: Record<string, unknown>): ArchiveManifest {
  const format = Number(content['format'])
  if (format < ARCHIVE_FORMAT)
    throw new ManifestRefused(key, 'was written by a development build before 1.0.0 and cannot be restored')
  if (format > ARCHIVE_FORMAT)
    throw new ManifestRefused(key, `has the format ${format}, which needs a newer version of Daymark`)
  const { data } = archiveManifest.safeParse(content)
  if (!data) throw new ManifestDamaged(key)
  return data
}

function verifyMac(source: BackupSource, key: string, { mac, content }: { mac: unknown; content: object }): void {
  if (mac === undefined) {
    if (source.acceptUnauthenticated) return
    throw new ManifestUnsigned(
      key,
      `is not signed. If Daymark wrote it before manifests were signed, ${describeAcceptSetting(source)}`,
    )
  }
  if (!isEqualMac(mac, computeMac(source.sealer, content)))
    throw new ManifestRefused(key, 'was not signed with this DAYMARK_SECRET: it is forged, or the secret has changed')
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>) }
  } catch {
    return {}
  }
}

function isEqualMac(text: unknown, mac: Buffer): boolean {
  const actual = Buffer.from(String(text), 'base64url')
  return actual.length === mac.length && timingSafeEqual(actual, mac)
}

/** Lists the complete backups of one account or of all accounts in a store. Calls `onUnusable` for each damaged or refused manifest. */
export async function* listManifests(
  source: BackupSource,
  userId?: string,
  onUnusable: (error: ManifestDamaged) => void = error => {
    throw error
  },
): AsyncGenerator<ArchiveManifest> {
  const objects = source.store.list(userId === undefined ? backupKeys.prefix : backupKeys.accountPrefix(userId))
  for await (const { key } of objects) {
    const [, user = '', id = '', name] = key.split('/')
    if (name !== 'manifest.json') continue
    const manifest = await readManifest(source, user, id).catch((error: unknown) => {
      if (!(error instanceof ManifestDamaged)) throw error
      onUnusable(error)
    })
    if (manifest) yield manifest
  }
}
