import { LockedFeature } from '../../widgets/plan/locked-feature.tsx'

/** Below professional. Visits are counted all the same: whoever upgrades later finds them. */
export const Locked = ({ sentence }: { sentence: string | null }) => (
  <LockedFeature title="Professional Feature">
    {sentence && `${sentence}. `}See who came back, which photos they loved and what they took home. Visits are counted
    already: after an upgrade nothing is missing.
  </LockedFeature>
)
