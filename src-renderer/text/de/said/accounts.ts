/** Servers' sentences about accounts, sign-ins and money. */
export const accounts = {
  'This server signs people in through the company.': 'Dieser Server meldet Personen über die Firma an.',
  'Choose “Sign in with your company account”.': '„Mit dem Firmenkonto anmelden“ wählen.',
  'Welcome credit': 'Startguthaben',
  'Correct {field}: {reason}.': '{field} berichtigen: {reason}.',
  'this is not your password': 'Das ist nicht das Passwort dieses Kontos',
  'this is not the code that the app shows ({count} more try)':
    'Das ist nicht der Code, den die App zeigt (noch {count} Versuch)',
  'this is not the code that the app shows ({count} more tries)':
    'Das ist nicht der Code, den die App zeigt (noch {count} Versuche)',
  'it is missing': 'Es fehlt',
  'it is not valid': 'Es ist nicht gültig',
  'it must be {expected}': 'Es muss {expected} sein',
  'it must be one of {values}': 'Es muss eines von {values} sein',
  'a text': 'ein Text',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  'a list': 'eine Liste',
  'an object with fields': 'ein Objekt mit Feldern',
  'at least {size}': 'mindestens {size}',
  'at most {size}': 'höchstens {size}',
  'write at least {count}': 'Mindestens {count} eingeben',
  'write at most {count}': 'Höchstens {count} eingeben',
  'give at least {count}': 'Mindestens {count} angeben',
  'give at most {count}': 'Höchstens {count} angeben',
  '{count} item': '{count} Eintrag',
  '{count} items': '{count} Einträge',
  '{count} character': '{count} Zeichen',
  '{count} characters': '{count} Zeichen',
  'An account has at most {count} API keys.': 'Ein Konto hat höchstens {count} API-Schlüssel.',
  'Revoke one you no longer need.': 'Einen widerrufen, der nicht mehr gebraucht wird.',
  'This account no longer exists.': 'Dieses Konto gibt es nicht mehr.',
  'Sign in with another one.': 'Mit einem anderen anmelden.',
  'You have no such session.': 'Diese Sitzung gibt es hier nicht.',
  'You have no such {what}.': 'Das gibt es in diesem Konto nicht ({what}).',
  'API key': 'API-Schlüssel',
  'Refresh the list.': 'Die Liste aktualisieren.',
  'Refresh the page.': 'Die Seite aktualisieren.',
  'This change did not come from our own page.': 'Diese Änderung kam nicht von einer Seite dieses Servers.',
  'Reload the page and try again.': 'Die Seite neu laden und erneut versuchen.',
  'E-mail address or password is wrong.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'Check both and try again.': 'Beides prüfen und erneut versuchen.',
  'You are the only admin of this server, so your account cannot be deleted.':
    'Dieses Konto ist der einzige Admin dieses Servers und lässt sich daher nicht löschen.',
  'Make someone else an admin first, on the Admin page under Accounts.':
    'Zuerst ein anderes Konto zum Admin machen, auf der Seite Administration unter Konten.',
  'Another site asked for this sign-in.': 'Diese Anmeldung hat eine andere Website verlangt.',
  'Open our own sign-in page.': 'Die Anmeldeseite dieses Servers öffnen.',
  'There is no such open invitation.': 'Diese Einladung ist nicht offen.',
  'You have no such collection.': 'Diese Sammlung gibt es in diesem Konto nicht.',
  'There is no such project, or it is not shared with you.':
    'Dieses Projekt gibt es nicht, oder es ist nicht für dieses Konto freigegeben.',
  'Only the owner of this project and admins may change this.':
    'Das dürfen nur Admins und die Person ändern, der dieses Projekt gehört.',
  'An account has at most {count} projects.': 'Ein Konto hat höchstens {count} Projekte.',
  'A project has at most {count} files of models.': 'Ein Projekt hat höchstens {count} Modelldateien.',
  'Remove some, or start another project.': 'Einige entfernen oder ein weiteres Projekt beginnen.',
  '{licence} forbids commercial use.': '{licence} verbietet kommerzielle Nutzung.',
  '{licence} allows editorial use only.': '{licence} erlaubt nur redaktionelle Nutzung.',
  '{licence} asks that what you make from the model has the same licence.':
    '{licence} verlangt dieselbe Lizenz für alles, was aus dem Modell entsteht.',
  '{licence} forbids changed versions.': '{licence} verbietet geänderte Fassungen.',
  'Use another model, or ask its author for other terms.':
    'Ein anderes Modell verwenden oder beim Autor um andere Bedingungen bitten.',
  'Use another model, or publish your work under that licence.':
    'Ein anderes Modell verwenden oder das Werk unter dieser Lizenz veröffentlichen.',
  'This server does not have the model now, so its licence is not known.':
    'Dieser Server hat das Modell zurzeit nicht, also ist seine Lizenz nicht bekannt.',
  'Add it to the library again, or remove it from the project.':
    'Es wieder in die Bibliothek aufnehmen oder aus dem Projekt entfernen.',
  'Lodestock does not know what “{licence}” allows.': 'Was „{licence}“ erlaubt, ist hier nicht bekannt.',
  'Read its terms, then allow this licence in the project, or use another model.':
    'Die Bedingungen lesen, dann diese Lizenz im Projekt erlauben oder ein anderes Modell verwenden.',
  'The model names no licence.': 'Das Modell nennt keine Lizenz.',
  'Ask its author, then have an admin enter the licence, or allow it in the project.':
    'Beim Autor nachfragen, dann die Lizenz von einem Admin eintragen lassen oder im Projekt erlauben.',
  'A list has at most {count} models.': 'Eine Liste hat höchstens {count} Modelle.',
  'Remove some, or start another collection.': 'Einige entfernen, oder eine weitere Sammlung beginnen.',
  'An account has at most {count} collections.': 'Ein Konto hat höchstens {count} Sammlungen.',
  'Delete one you no longer need.': 'Etwas löschen, das nicht mehr gebraucht wird.',
  'These notes belong to another account.': 'Diese Notizen gehören zu einem anderen Konto.',
  'Sign in to that one.': 'Mit diesem Konto anmelden.',
  'The tags and notes about the model {guid} exceed what one model can have.':
    'Das Modell {guid} hat mehr Tags und Notizen, als ein Modell haben darf.',
  'Shorten its note, or remove tags.': 'Die Notiz kürzen, oder Tags entfernen.',
  'This account has as many tags and notes as an account may have: {entries} entries, or {characters} characters.':
    'Dieses Konto hat so viele Tags und Notizen, wie ein Konto haben darf: {entries} Einträge oder {characters} Zeichen.',
  'Shorten some notes.': 'Einige Notizen kürzen.',
  'A model has at most {count} tags.': 'Ein Modell hat höchstens {count} Tags.',
  'Remove some.': 'Einige entfernen.',
  'This invitation code is wrong, already used or expired.':
    'Dieser Einladungscode ist falsch, verbraucht oder abgelaufen.',
  'Ask the person who invited you for a new one.': 'Bei der einladenden Person einen neuen erbitten.',
  "The first account becomes this server's admin.": 'Das erste Konto wird zum Admin dieses Servers.',
  'Enter the set-up code that the server printed when it started.':
    'Den Einrichtungscode eingeben, den der Server beim Start ausgegeben hat.',
  'This server is not accepting new accounts.': 'Dieser Server nimmt keine neuen Konten an.',
  'Ask its admin for one.': 'Beim Betreiber eines erbitten.',
  'This server requires an invitation for new accounts.':
    'Neue Konten brauchen auf diesem Server eine Einladung.',
  'Enter your invitation code, or ask its admin for one.':
    'Den Code der Einladung eingeben, oder beim Betreiber nachfragen.',
  'This e-mail address already has an account.': 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  'Sign in instead.': 'Stattdessen anmelden.',
  'An account has at most {count} saved searches.': 'Ein Konto hat höchstens {count} gespeicherte Suchen.',
  'You have no such saved search.': 'Diese gespeicherte Suche gibt es in diesem Konto nicht.',
  'An account has at most {count} links.': 'Ein Konto hat höchstens {count} Links.',
  'End one that you no longer need.': 'Einen beenden, der nicht mehr gebraucht wird.',
  'You may see this model, but not download it.':
    'Dieses Modell darf angesehen, aber nicht heruntergeladen werden.',
  'You may see this model, but not change it.': 'Dieses Modell darf angesehen, aber nicht geändert werden.',
  'Ask an admin for that right.': 'Einen Admin um dieses Recht bitten.',
  'The group {name} has rights.': 'Die Gruppe {name} hat Rechte.',
  'Remove them first, then the group.': 'Erst die Rechte entfernen, dann die Gruppe.',
  '{email} has no account.': '{email} hat kein Konto.',
  'Create one, or correct the address.': 'Eines anlegen oder die Adresse berichtigen.',
  'There is no group {name}.': 'Eine Gruppe {name} gibt es nicht.',
  'Add it to the groups first.': 'Zuerst zu den Gruppen hinzufügen.',
  'Rights are for collections of admins.': 'Rechte gelten für Sammlungen von Admins.',
  'Copy this one into a collection of yours.': 'Diese in eine eigene Sammlung kopieren.',
  'Rights restrict the models of this collection.':
    'Die Modelle dieser Sammlung sind durch Rechte beschränkt.',
  'Ask an admin to change it.': 'Einen Admin um die Änderung bitten.',
  'Remove its rights first, then the collection.': 'Erst ihre Rechte entfernen, dann die Sammlung.',
  'Rights restrict a collection of this account.': 'Eine Sammlung dieses Kontos ist durch Rechte beschränkt.',
  'Remove those rights first, then the account.': 'Erst diese Rechte entfernen, dann das Konto.',
  'Name one folder, one category or one collection': 'Einen Ordner, eine Kategorie oder eine Sammlung nennen',
  'You have no such link.': 'Diesen Link gibt es in diesem Konto nicht.',
  'Sharing is off on this server.': 'Auf diesem Server ist das Teilen ausgeschaltet.',
  'Ask its admin to set LODESTOCK_SHARING.': 'Einen Admin bitten, LODESTOCK_SHARING einzuschalten.',
  'Name either a model (guid) or a collection (collectionId).':
    'Entweder ein Modell (guid) oder eine Sammlung (collectionId) nennen.',
  'This link gives no such file.': 'Diese Datei gibt es unter diesem Link nicht.',
  'copy it from the address of a view': 'Aus der Adresse einer Ansicht kopieren',
  'Your sign-in cannot be checked right now because the accounts cannot be reached.':
    'Die Konten sind gerade nicht erreichbar, daher lässt sich die Anmeldung nicht prüfen.',
  'This sign-in has expired.': 'Diese Anmeldung ist abgelaufen.',
  'Start a new one in the app.': 'In der App eine neue beginnen.',
  'There is no such sign-in.': 'Diese Anmeldung gibt es nicht.',
  '{email} is the only admin of this server.': '{email} ist der einzige Admin dieses Servers.',
  'Make someone else an admin first.': 'Zuerst ein anderes Konto zum Admin machen.',
  'There is an account for {email} already.': 'Für {email} gibt es schon ein Konto.',
  '{email} has {balance}, so {amount} cannot be taken.':
    '{email} hat {balance}, daher lassen sich {amount} nicht abziehen.',
  'Take less, or allow a balance below zero.': 'Weniger abziehen, oder ein Guthaben unter null erlauben.',
  'There is no account "{account}".': 'Ein Konto „{account}“ gibt es nicht.',
  'Look it up in the list of accounts.': 'In der Liste der Konten nachsehen.',
  'Too many requests are waiting for approval.': 'Zu viele Anfragen warten auf Zustimmung.',
  'Wait for a decision.': 'Auf eine Entscheidung warten.',
  'A person said no to {price} for "{title}".': '{price} für „{title}“ wurden abgelehnt.',
  'Continue without it.': 'Es geht nur ohne.',
  'A person must approve {price} for "{title}" in Lodestock first.':
    'Jemand muss zuerst in Lodestock {price} für „{title}“ zustimmen.',
  'Tell them, then call again with the same arguments before {time}.':
    'Darum bitten, dann bis {time} mit denselben Angaben erneut versuchen.',
  'There is no such plan.': 'Diese Anfrage gibt es nicht.',
  'This approval was already decided or has expired.': 'Diese Anfrage ist schon entschieden oder abgelaufen.',
  '"{name}" may spend {cap} and has spent {spent}; this costs {price}.':
    '„{name}“ darf {cap} ausgeben und hat {spent} ausgegeben; das hier kostet {price}.',
  'Make a key with a higher cap, or sign the app in again.':
    'Einen Schlüssel mit höherem Limit erstellen oder die App neu anmelden.',
  'Nobody has approved this charge.': 'Dieser Abbuchung hat niemand zugestimmt.',
  'Ask for the same file again.': 'Dieselbe Datei erneut anfordern.',
  '"{title}" costs {price} and your balance is {balance}.':
    '„{title}“ kostet {price}, und das Guthaben beträgt {balance}.',
  'Ask for credit, or take its free 1k files.':
    'Um eine Gutschrift bitten, oder die kostenlosen 1k-Dateien nehmen.',
} as const;
