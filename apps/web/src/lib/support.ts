const told = () => document.querySelector<HTMLMetaElement>('meta[name="daymark-support"]')?.content

/** As it is configured; whoever runs this Daymark reads the mail of its own domain. */
export const supportAddress = () => told() || `support@${window.location.hostname}`
export const supportMail = () => `mailto:${supportAddress()}`
