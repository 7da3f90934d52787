const configured = () => document.querySelector<HTMLMetaElement>('meta[name="daymark-support"]')?.content

/** The configured address, else one of this domain. */
export const supportAddress = () => configured() || `support@${window.location.hostname}`
export const supportMail = () => `mailto:${supportAddress()}`
