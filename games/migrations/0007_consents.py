import django.db.models.deletion
from django.db import migrations, models


def order_as_shown(apps, schema_editor):
    """Who waits to pay with several currencies has agreed to them in the order in which they are shown."""
    Currency = apps.get_model("wallet", "Currency")
    shown = list(Currency.objects.order_by("shown_order", "code").values_list("code", flat=True))
    Seat = apps.get_model("games", "Seat")
    for seat in Seat.objects.exclude(most_by_currency={}).iterator():
        seat.currency_order = [code for code in shown if code in seat.most_by_currency]
        seat.save(update_fields=["currency_order"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_currencies'),
        ('wallet', '0004_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='currency_order',
            field=models.JSONField(default=list, help_text='In which order these are taken, as it was shown'),
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_number', models.PositiveIntegerField()),
                ('hand', models.PositiveIntegerField(help_text='The hand it was paid for; 0: the match')),
                ('body', models.TextField(help_text='JSON (games.services.consents)')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='games.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'match_number', 'hand'), name='consent_once')],
            },
        ),
        migrations.RunPython(order_as_shown, migrations.RunPython.noop),
    ]
