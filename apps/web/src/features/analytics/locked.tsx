import { LockedFeature } from '../../widgets/plan/locked-feature.tsx'

/** Below Professional. Visits are counted nevertheless and appear after an upgrade. */
export const Locked = ({ sentence }: { sentence: string | null }) => (
  <LockedFeature title="Professional Feature">
    {sentence && `${sentence}. `}See who came back, which photos they loved and what they took home. Visits are counted
    already: after an upgrade nothing is missing.
  </LockedFeature>
)
