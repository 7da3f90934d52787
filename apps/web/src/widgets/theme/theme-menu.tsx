import { chooseTheme, useThemeChoice } from '../../lib/theme/theme.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { THEMES } from './themes.ts'

/** The theme menu, for bars. */
export function ThemeMenu() {
  const choice = useThemeChoice()
  const { Icon } = THEMES.find(({ value }) => value === choice) ?? THEMES[2]
  const items = THEMES.map(({ value, label, Icon }) => ({
    label,
    icon: <Icon aria-hidden />,
    isChosen: value === choice,
    onSelect: () => chooseTheme(value),
  }))
  const face = (
    <>
      <Icon aria-hidden />
      Theme
    </>
  )
  return <Menu name="Theme" icon={face} items={items} buttonClass={buttonClass({ look: 'quiet' })} />
}
