import { PLANS, type Tier } from '@daymark/contracts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { formatPrice } from '../price.ts'
import { changeTo } from './comparison.ts'

/** Before the plan of somebody who pays is changed: no page of the card provider comes between, so what it costs is said here. */
export function ConfirmChangeDialog(props: { from: Tier; to: Tier; onConfirm: () => void; onClose: () => void }) {
  const { from, to, onConfirm, onClose } = props
  const change = changeTo(to, from)
  const { name, price } = PLANS[to]
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" data-autofocus onClick={onConfirm}>
        {change} to {name}
      </Button>
    </>
  )
  return (
    <Modal title={`${change} to ${name}?`} actions={actions} onClose={onClose}>
      <p>
        {name} costs {formatPrice(price)} per month and begins now.{' '}
        {change === 'Upgrade'
          ? 'The days that are left of this month are charged in proportion to the card you pay with.'
          : 'What you have paid for the days that are left is credited. Nothing is deleted, and galleries stay online.'}
      </p>
    </Modal>
  )
}
