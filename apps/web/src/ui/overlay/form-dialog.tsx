import { useId, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { FailureNote } from '../feedback/notice.tsx'
import { useSubmit } from '../feedback/use-submit.ts'
import { Modal } from './modal.tsx'

type Props = {
  title: string
  /** The label of the submit button. */
  submit: string
  isDanger?: boolean
  /** False while a required field is empty or invalid. The submit button is then disabled. */
  isReady?: boolean
  size?: 'normal' | 'wide'
  /** Runs the action. Returns null on success, or the message of the failure, which the dialog shows. */
  onSubmit: () => Promise<string | null>
  /** Called after a successful submit. Default: `onClose`. */
  onDone?: () => void
  /** Whether the dialog stays open after a successful submit, because `onSubmit` closes or replaces the dialog. */
  keepOpen?: boolean
  /** Called by the Cancel button. Default: `onClose`. */
  onCancel?: () => void
  onClose: () => void
  children: ReactNode
}

type MessageDialogProps = Pick<Props, 'title' | 'size' | 'onClose' | 'children'> & {
  /** The label of the button. */
  buttonLabel?: string
  hideClose?: boolean
}

/** A dialog with one button, which closes it. */
export const MessageDialog = ({ buttonLabel = 'Done', onClose, ...dialog }: MessageDialogProps) => (
  <Modal
    {...dialog}
    onClose={onClose}
    actions={
      <Button appearance="primary" onClick={onClose}>
        {buttonLabel}
      </Button>
    }
  />
)

/** A dialog with fields, a Cancel button and a submit button. It stays open if the submit fails. */
export function FormDialog(props: Props) {
  const { title, submit, isDanger, isReady = true, size, onClose, children } = props
  const { keepOpen, onDone = keepOpen ? undefined : onClose, onCancel = onClose } = props
  const formId = useId()
  const { onSubmit, failure, isBusy } = useSubmit(isReady && props.onSubmit, onDone)
  const actions = (
    <>
      <FailureNote text={failure} />
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" form={formId} appearance={isDanger ? 'danger' : 'primary'} disabled={isBusy || !isReady}>
        {submit}
      </Button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} actions={actions} size={size}>
      <form id={formId} aria-label={title} className="stack-4 shrinkable" onSubmit={onSubmit}>
        {children}
      </form>
    </Modal>
  )
}
