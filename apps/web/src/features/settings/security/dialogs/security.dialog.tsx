import type { http } from '@daymark/contracts'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey.dialogs.tsx'
import { NewCodesDialog, TurnOffDialog } from './second-step.dialogs.tsx'
import { SetUpDialog } from './set-up.dialog.tsx'

/** What is open: something about the second step, a new passkey, or one that is there. */
export type OpenDialog =
  | { what: 'set-up' | 'turn-off' | 'codes' }
  | { what: 'add'; asksCode: boolean }
  | { what: 'rename' | 'remove'; passkey: http.Passkey }

/** All of the section's dialogs, loaded together with the first one. */
export function SecurityDialog({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  switch (open.what) {
    case 'set-up':
      return <SetUpDialog onClose={onClose} />
    case 'turn-off':
      return <TurnOffDialog onClose={onClose} />
    case 'codes':
      return <NewCodesDialog onClose={onClose} />
    case 'add':
      return <AddPasskeyDialog asksCode={open.asksCode} onClose={onClose} />
    case 'rename':
      return <RenamePasskeyDialog passkey={open.passkey} onClose={onClose} />
    case 'remove':
      return <RemovePasskeyDialog passkey={open.passkey} onClose={onClose} />
  }
}
