import { lazy, Suspense, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SettingsBlock } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'
import type { OpenDialog } from './dialogs/security.dialog.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { SecondStepRows } from './second-step-rows.tsx'
import { accountSecurity } from './security.queries.ts'
import styles from './security.module.css'

const SecurityDialog = lazy(async () => ({ default: (await import('./dialogs/security.dialog.tsx')).SecurityDialog }))

function Rows() {
  const { data, isPending } = useCached(accountSecurity())
  const [open, setOpen] = useState<OpenDialog | null>(null)
  if (data)
    return (
      <>
        <SecondStepRows secondStep={data.second_step} onOpen={setOpen} />
        <PasskeyRows security={data} onOpen={setOpen} />
        <Suspense>{open && <SecurityDialog open={open} onClose={() => setOpen(null)} />}</Suspense>
      </>
    )
  if (isPending)
    return (
      <Skeletons label="Loading security">
        <Skeleton className={styles['waiting']} />
      </Skeletons>
    )
  return (
    <SettingsBlock>
      <FailureNote text="Failed to load security" />
    </SettingsBlock>
  )
}

/** Sign-in methods in addition to the password. */
export const SecuritySection = () => (
  <SettingsSection about="Protect your account even if your password is stolen.">
    <Rows />
  </SettingsSection>
)
