import type { http } from '@daymark/contracts'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey.dialogs.tsx'
import { NewCodesDialog, TurnOffDialog } from './second-step.dialogs.tsx'
import { SetUpDialog } from './set-up.dialog.tsx'

/** The open dialog: for two-step sign-in, for a new passkey, or for an existing one. */
export type OpenDialog =
  | { what: 'set-up' | 'turn-off' | 'codes' }
  | { what: 'add'; asksCode: boolean }
  | { what: 'rename' | 'remove'; passkey: http.Passkey }

/** All dialogs of the section, loaded together with the first one. */
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
