import { backupSettings, openBackupStorage } from '../index.ts'

it('a backup store is not ready if its folder cannot be created', async () => {
  const settings = backupSettings.parse({ driver: 'folder', dir: '/dev/null/backups' })
  await expect(openBackupStorage(settings, { keys: undefined })?.ready()).rejects.toThrow('ENOTDIR')
})
