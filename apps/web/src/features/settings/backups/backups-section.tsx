import { useEffect } from 'react'
import type { http } from '@daymark/contracts'
import { LockedRow } from '../frame/locked-row.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import { useSetting } from '../reads/setting.ts'
import { SettingsFailed, SettingsWaiting } from '../reads/settings-read.tsx'
import { BackupList } from './backup-list.tsx'
import { ownBackups } from './backups.queries.ts'
import { NewestBackup } from './newest-backup.tsx'
import { RestoreProgress } from './restore-progress.tsx'

/** Polling interval while a backup or restore is running. */
const LOOK_MS = 3000
const isBusy = ({ running, restore }: http.Backups): boolean =>
  running !== null || restore?.state === 'waiting' || restore?.state === 'running'

function Promised({ backups }: { backups: http.Backups }) {
  if (!backups.plan)
    return (
      <LockedRow label="Backups">
        Automatic copies of your photos, albums, tags and links. Requires the Professional plan.
      </LockedRow>
    )
  if (!backups.configured)
    return (
      <SettingsRow
        label="Backups"
        hint="This installation has no backup store. Ask its operator, and keep your own copy until then."
      />
    )
  return <NewestBackup backups={backups} plan={backups.plan} />
}

function Content() {
  const { data, isFailed, readAgain } = useSetting(ownBackups)
  const isWorking = data !== undefined && isBusy(data)
  useEffect(() => {
    const timer = isWorking ? setInterval(readAgain, LOOK_MS) : undefined
    return () => clearInterval(timer)
  })
  if (!data && isFailed) return <SettingsFailed text="Your backups could not be read." onAgain={readAgain} />
  if (!data) return <SettingsWaiting label="Reading your backups" />
  return (
    <>
      <Promised backups={data} />
      {data.restore && <RestoreProgress restore={data.restore} />}
      {data.backups.length > 0 && <BackupList backups={data.backups} isBusy={isBusy({ ...data, running: null })} />}
    </>
  )
}

/** rule 15 */
export const BackupsSection = () => (
  <SettingsSection about="Copies of your whole account in a separate store, checked by reading them back.">
    <Content />
  </SettingsSection>
)
