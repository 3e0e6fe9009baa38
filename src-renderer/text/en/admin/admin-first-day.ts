/** What a new server still needs. */
export const adminFirstDay = {
  backup: 'Back up',
  demo: 'Use your own models',
  hints: {
    demo: 'Set LODESTOCK_LIBRARY_DIR to your folder, and restart the server.',
    hosts: 'Set LODESTOCK_HOSTS, and restart the server.',
  },
  hosts: 'Connect a file host',
  invite: 'Invite people',
  models: 'Add models',
  registration: 'Choose who may join',
  title: 'First day',
};
