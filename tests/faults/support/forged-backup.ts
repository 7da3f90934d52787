import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { ARCHIVE_FORMAT } from '@daymark/contracts'
import { backupKeys, backupSettings, openBackupStorage } from '@daymark/storage'

/** Forges a backup of a super_admin with access to the backup folder but without encryption key and secret. */
export async function plantSuperAdmin(dir: string, email: string): Promise<void> {
  const store = openBackupStorage(backupSettings.parse({ driver: 'folder', dir }), { keys: undefined })
  const [userId, archive] = [randomUUID(), randomUUID()]
  const row = {
    id: userId,
    email,
    password_hash: 'x',
    must_change_password: false,
    display_name: '',
    role: 'super_admin',
    tier: 'starter',
    subscription_status: 'active',
    storage_limit: 0,
    created_at: new Date(),
  }
  const rows = gzipSync(`${JSON.stringify({ table: 'users', row })}\n`)
  const part = { name: 'identity', key: backupKeys.part(userId, archive, 'identity'), size: rows.length, lines: 1 }
  const manifest = {
    format: ARCHIVE_FORMAT,
    archive,
    userId,
    at: new Date().toISOString(),
    missing: [],
    counts: { photos: 0, albums: 0, rows: 1, objects: 0, bytes: 0 },
    parts: [{ ...part, sha256: createHash('sha256').update(rows).digest('hex') }],
  }
  await store?.put(part.key, rows)
  await store?.put(backupKeys.manifest(userId, archive), Buffer.from(JSON.stringify(manifest)))
}
