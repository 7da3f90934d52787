import { chooseTheme, useThemeChoice } from '../../lib/theme/theme.ts'
import { ChoiceRow } from '../../ui/fields/choice-row.tsx'
import { THEMES } from './themes.ts'

const CHOICES = THEMES.map(({ value, label, Icon }) => ({ value, label, icon: <Icon aria-hidden /> }))

/** The theme as three choices side by side. */
export function ThemeSwitch() {
  return <ChoiceRow legend="Theme" choices={CHOICES} chosen={useThemeChoice()} onChoose={chooseTheme} />
}
