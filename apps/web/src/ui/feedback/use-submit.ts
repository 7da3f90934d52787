import { useState, type SyntheticEvent } from 'react'

/**
 * Returns the submit handler of a form. `action` returns null on success, or the message of the failure. While the
 * input is incomplete, `action` is false. `onDone` is called after a success. Submits are ignored while an action runs.
 */
export function useSubmit(action: false | (() => Promise<string | null>), onDone?: () => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!action || isBusy) return
    setBusy(true)
    setFailure(null)
    const failureMessage = await action()
    setBusy(false)
    if (failureMessage === null) onDone?.()
    else setFailure(failureMessage)
  }
  return { onSubmit: (event: SyntheticEvent) => void submit(event), failure, isBusy }
}
