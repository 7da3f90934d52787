import { Modal } from '../../ui/overlay/modal.tsx'
import { Billing } from './billing.tsx'

/** S-SET-05, S-SET-06 */
export const BillingDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Billing" size="wide" onClose={onClose}>
    <Billing />
  </Modal>
)
