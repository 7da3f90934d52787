import { Suspense, useState } from 'react'
import { lazyOf } from '../../../lib/lazy.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SettingsRow, SettingsSection } from '../frame/settings-section.tsx'

const DeleteAccountDialog = lazyOf(() => import('./delete-account.dialog.tsx'), 'DeleteAccountDialog')

/** The section with the button that deletes the account. */
export function AccountDeletionSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsSection description="Delete your account and all its data.">
      <SettingsRow
        label="Delete your account"
        hint="Includes your photos, albums and galleries. You can cancel the deletion within a few days."
      >
        <Button appearance="danger" onClick={() => setOpen(true)}>
          Delete Account
        </Button>
      </SettingsRow>
      <Suspense>{isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}</Suspense>
    </SettingsSection>
  )
}
