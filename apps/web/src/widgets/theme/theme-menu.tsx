import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../lib/theme/theme.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ChoiceRow } from '../../ui/fields/choice-row.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'

const THEMES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
] as const satisfies { value: ThemeChoice; label: string; Icon: typeof Sun }[]

/** A menu to select the theme, for toolbars. */
export function ThemeMenu() {
  const choice = useThemeChoice()
  const { Icon } = THEMES.find(({ value }) => value === choice) ?? THEMES[2]
  const items = THEMES.map(({ value, label, Icon }) => ({
    label,
    icon: <Icon aria-hidden />,
    isChosen: value === choice,
    onSelect: () => chooseTheme(value),
  }))
  const buttonContent = (
    <>
      <Icon aria-hidden />
      Theme
    </>
  )
  return <Menu name="Theme" icon={buttonContent} items={items} buttonClass={buttonClass({ appearance: 'quiet' })} />
}

const THEME_CHOICES = THEMES.map(({ value, label, Icon }) => ({ value, label, icon: <Icon aria-hidden /> }))

/** A radio group to select the theme. */
export function ThemeSwitch() {
  return <ChoiceRow legend="Theme" choices={THEME_CHOICES} selected={useThemeChoice()} onChoose={chooseTheme} />
}
