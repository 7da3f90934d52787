import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import type { PickStore } from './list/pick-store.ts'
import type { PicksView } from './list/picks-view.ts'

type Props = { store: PickStore; view: PicksView; onClose: () => void }

/** A sent list can only be reopened by the photographer. */
export function SendDialog({ store, view: { picked }, onClose }: Props) {
  const send = async () => {
    if (await store.send()) return null
    const { isOffline, problem } = store.snapshot()
    return isOffline
      ? 'There is no connection. Nothing is lost. Please try again.'
      : (problem ?? 'The list could not be sent. Please try again.')
  }
  return (
    <FormDialog title="Send your list" submit="Send List" onSubmit={send} onClose={onClose}>
      <p>
        {picked === 1 ? '1 photo goes' : `${picked} photos go`} to the photographer. Your list is then closed. To change
        it, ask the photographer to reopen it.
      </p>
    </FormDialog>
  )
}
