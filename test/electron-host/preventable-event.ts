export type PreventableEvent = { defaultPrevented: boolean; preventDefault(): void };

/** An Electron event object whose default a listener may prevent. */
export function createPreventableEvent<Details extends object>(details: Details): PreventableEvent & Details {
  const event = {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
    ...details,
  };
  return event;
}
