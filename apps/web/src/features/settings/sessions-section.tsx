import type { http } from '@daymark/contracts'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { showToast } from '../../ui/overlay/overlay-store.ts'
import { useSetting } from './frame/setting.ts'
import { SettingsFailed, SettingsRow, SettingsSection, SettingsSkeleton } from './frame/settings-section.tsx'
import { endOtherSessions, endSession, sessionsSetting } from './settings.api.ts'
import styles from './settings.module.css'

const MOBILE_DEVICE_NAMES = /iPhone|iPad|Android/

export function SessionsSection() {
  const { data, isFailed, refetch } = useSetting(sessionsSetting)
  return (
    <SettingsSection description="Browsers that are signed in to your account.">
      {data?.sessions.map(session => (
        <SessionRow key={session.id} session={session} />
      ))}
      {data && data.total > 1 && <OtherSessionsRow total={data.total} listedCount={data.sessions.length} />}
      {!data && isFailed && <SettingsFailed text="Your sessions could not be loaded." onRetry={refetch} />}
      {!data && !isFailed && <SettingsSkeleton label="Loading your sessions" />}
    </SettingsSection>
  )
}

function SessionRow({ session }: { session: http.Session }) {
  const { id, device, address, last_used_at, is_current } = session
  const buttonProps = useEndSessions(() => endSession(id), `${device} was signed out.`)
  const lastUse = is_current ? 'In use now' : `Last used ${formatShortDateTime(last_used_at)}`
  const label = (
    <>
      {device}
      {is_current && (
        <Badge tone="accent" className={styles['badge']}>
          This device
        </Badge>
      )}
    </>
  )
  return (
    <SettingsRow
      icon={MOBILE_DEVICE_NAMES.test(device) ? <Smartphone aria-hidden /> : <Laptop aria-hidden />}
      label={label}
      hint={address ? `${lastUse} · ${address}` : lastUse}
    >
      {!is_current && (
        <Button size="small" aria-label={`Sign out ${device}`} {...buttonProps}>
          Sign Out
        </Button>
      )}
    </SettingsRow>
  )
}

function OtherSessionsRow({ total, listedCount }: { total: number; listedCount: number }) {
  const buttonProps = useEndSessions(endOtherSessions, 'All other sessions were signed out.')
  const hint =
    total > listedCount
      ? `The newest ${listedCount} of ${total} sessions are listed.`
      : 'Only this device stays signed in.'
  return (
    <SettingsRow label="Other sessions" hint={hint}>
      <Button {...buttonProps}>Sign Out Others</Button>
    </SettingsRow>
  )
}

/** Returns the props of a button that ends sessions and shows the result in a toast. */
function useEndSessions(endSessions: () => Promise<boolean>, successMessage: string) {
  const [isBusy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    showToast((await endSessions()) ? successMessage : 'Something went wrong. Please try again.')
    setBusy(false)
  }
  return { disabled: isBusy, onClick: () => void onClick() }
}
