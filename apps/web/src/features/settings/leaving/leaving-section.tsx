import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingsRow } from '../frame/settings-row.tsx'
import { SettingsSection } from '../frame/settings-section.tsx'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave.dialog.tsx')).LeaveDialog }))

/** The way out, at the end of everything. */
export function LeavingSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsSection about="When you do not want to stay.">
      <SettingsRow
        label="Delete your account"
        hint="With your photos, albums and galleries. For some days after it you can change your mind."
      >
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete Account
        </Button>
      </SettingsRow>
      <Suspense>{isOpen && <LeaveDialog onClose={() => setOpen(false)} />}</Suspense>
    </SettingsSection>
  )
}
