import { Lock } from 'lucide-react'
import { supportMail } from '../../lib/support.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Below professional. Visits are counted all the same: whoever upgrades later finds them. */
export function Locked({ sentence }: { sentence: string | null }) {
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title="Professional Feature"
      text={
        <>
          {sentence && `${sentence}. `}See who came back, which photos they loved and what they took home. Visits are
          counted already: after an upgrade nothing is missing.
        </>
      }
    >
      <a href={`${supportMail()}?subject=Upgrade%20to%20Professional`} className={buttonClass({ look: 'primary' })}>
        Ask for an Upgrade
      </a>
    </EmptyState>
  )
}
